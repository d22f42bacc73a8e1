#!/bin/bash
printf 'VERSION := 1.2.3\nall:\n' > Makefile
# release and changelog tool on a made-up history
set +u
shopt -s extglob nullglob
HIST=history.txt
cat > $HIST <<'LOG'
a1b2c3d|2024-01-05|alice|feat(api): add /users endpoint (#12)
b2c3d4e|2024-01-06|bob|fix: crash on empty input
c3d4e5f|2024-01-07|alice|docs(readme): typo
d4e5f6a|2024-01-09|carol|feat!: drop v1 config
e5f6a7b|2024-01-10|bob|chore(deps): bump lodash from 4.17.20 to 4.17.21
f6a7b8c|2024-01-12|dan|refactor(core,db): split store
a7b8c9d|2024-01-13|alice|fix(api): escape "quotes" & <tags> (#15) (#16)
b8c9d0e|2024-01-14|bob|Merge branch 'x' into main
c9d0e1f|2024-01-15|eve|perf(db): 20% faster
LOG
declare -A title=([feat]=Features [fix]='Bug Fixes' [docs]=Documentation [perf]=Performance [refactor]=Refactoring [chore]=Chores)
order=(feat fix perf refactor docs chore)
declare -A items count authors
breaking=()
re='^([a-z]+)(\(([a-z, ]+)\))?(!)?:[[:space:]]+(.+)$'
lineno=0 skipped=0
while IFS='|' read -r sha date author subject; do
  (( ++lineno ))
  if [[ ! $subject =~ $re ]]; then (( skipped++ )); continue; fi
  type=${BASH_REMATCH[1]} scope=${BASH_REMATCH[3]} bang=${BASH_REMATCH[4]} text=${BASH_REMATCH[5]}
  entry="- "
  [[ -n $scope ]] && entry+="**${scope//,/, }:** "
  entry+="${text^} ([${sha:0:7}](../../commit/$sha))"
  # issue references become links
  while [[ $entry =~ \ \(#([0-9]+)\) ]]; do
    n=${BASH_REMATCH[1]}
    entry=${entry/" (#$n)"/" ([issue $n](../../issues/$n))"}
  done
  items[$type]+="$entry"$'\n'
  (( count[$type]++ )) || :
  authors[$author]=$(( ${authors[$author]:-0} + 1 ))
  [[ -n $bang ]] && breaking+=("$text")
done < "$HIST"

bump() { # bump PART VERSION
  local IFS=. ; local -a v; read -ra v <<< "${2#v}"
  case $1 in
    major) v=($((v[0]+1)) 0 0);;
    minor) v[1]=$((v[1]+1)); v[2]=0;;
    patch) (( v[2]++ ));;
  esac
  printf 'v%s' "${v[*]}"
}
current=v1.4.9
if (( ${#breaking[@]} )); then part=major
elif (( ${count[feat]:-0} )); then part=minor
else part=patch; fi
next=$(bump $part $current)
for p in major minor patch; do printf '%s: %s\n' "$p" "$(bump "$p" "$current")"; done

{
  printf '# %s (%s)\n\n' "$next" "$(date -u -d '2024-01-16' '+%B %-d, %Y')"
  if ((${#breaking[@]})); then
    echo '### BREAKING CHANGES'; echo
    printf -- '- %s\n' "${breaking[@]}"; echo
  fi
  for t in "${order[@]}"; do
    [[ ${items[$t]+set} ]] || continue
    printf '### %s (%d)\n\n%s\n' "${title[$t]}" "${count[$t]}" "${items[$t]}"
  done
  echo "Thanks to $(printf '%s\n' "${!authors[@]}" | sort | paste -sd, | sed 's/,/, /g; s/\(.*\), /\1 and /')"
} > CHANGELOG.new

cat > CHANGELOG.md <<'OLD'
# v1.4.9 (December 1, 2023)

### Bug Fixes (1)

- old
OLD
{ cat CHANGELOG.new; echo; cat CHANGELOG.md; } > tmp && mv tmp CHANGELOG.md
cat CHANGELOG.md
echo "skipped=$skipped of $lineno"
for a in "${!authors[@]}"; do printf '%3d %s\n' "${authors[$a]}" "$a"; done | sort -k1,1nr -k2
# write version into files
printf '%s' '{"name":"x","version":"1.4.9","deps":{"version":"0"}}' > package.json
sed -i -E '0,/"version":/s/("version": *")[^"]+/\1'"${next#v}"'/' package.json
jq -r '.version, .deps.version' package.json
sed -i "s/^VERSION := .*/VERSION := ${next#v}/" Makefile
grep -n '^VERSION' Makefile
# html
sed -e 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g' \
    -e 's/^### \(.*\)$/<h3>\1<\/h3>/; s/^# \(.*\)$/<h1>\1<\/h1>/' \
    -e 's/^- \(.*\)$/<li>\1<\/li>/' -e 's/\*\*\([^*]*\)\*\*/<b>\1<\/b>/g' \
    -e 's/\[\([^]]*\)\](\([^)]*\))/<a href="\2">\1<\/a>/g' -e '/^$/d' CHANGELOG.md | head -20
awk '/^# /{if(f)exit; f=1} f' CHANGELOG.md | wc -l
awk -v v="v1.4.9" '$0 ~ "^# "v"( |$)"{p=1} p&&/^- /{print NR": "$0}' CHANGELOG.md
case $next in v+([0-9]).+([0-9]).+([0-9])) echo "valid tag $next";; *) echo bad; esac
