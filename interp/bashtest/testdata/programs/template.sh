#!/bin/bash
# Renders templates: variables with filters, conditions, loops, includes.

declare -A VARS FILTERS_USED
declare -A LISTS
depth=0

var() { VARS[$1]=$2; }
list() { local name=$1; shift; local IFS=$'\x1f'; LISTS[$name]="$*"; }

filter() {
  local name=$1 value=$2 argument=${3-}
  ((FILTERS_USED[$name]++))
  case $name in
    upper) REPLY=${value^^} ;;
    lower) REPLY=${value,,} ;;
    title)
      local -a words=($value)
      REPLY="${words[*]^}"
      ;;
    trim) value=${value#"${value%%[![:space:]]*}"}; REPLY=${value%"${value##*[![:space:]]}"} ;;
    default) REPLY=${value:-$argument} ;;
    cut) REPLY=${value:0:argument} ;;
    pad) printf -v REPLY '%-*s' "$argument" "$value" ;;
    html)
      value=${value//&/'&amp;'}
      value=${value//</'&lt;'}
      REPLY=${value//>/'&gt;'}
      ;;
    len) REPLY=${#value} ;;
    *) REPLY="[no filter $name]"; return 1 ;;
  esac
}

evaluate() {
  local expression=$1 value name rest argument
  local -a parts
  IFS='|' read -ra parts <<< "$expression"
  name=${parts[0]//[[:space:]]/}
  value=${VARS[$name]-}
  for rest in "${parts[@]:1}"; do
    read -r name argument <<< "$rest"
    filter "$name" "$value" "$argument"
    value=$REPLY
  done
  REPLY=$value
}

truth() {
  local expression=$1
  if [[ $expression =~ ^[[:space:]]*!(.*)$ ]]; then
    ! truth "${BASH_REMATCH[1]}"
    return
  fi
  if [[ $expression =~ ^(.+)[[:space:]]==[[:space:]](.+)$ ]]; then
    local right=${BASH_REMATCH[2]}
    evaluate "${BASH_REMATCH[1]}"
    [[ $REPLY == "$right" ]]
    return
  fi
  evaluate "$expression"
  [[ $REPLY && $REPLY != 0 && $REPLY != false ]]
}

substitute() {
  local text=$1 out=
  while [[ $text == *'{{'*'}}'* ]]; do
    out+=${text%%'{{'*}
    text=${text#*'{{'}
    evaluate "${text%%'}}'*}"
    out+=$REPLY
    text=${text#*'}}'}
  done
  printf '%s\n' "$out$text"
}

# render LINES...: prints them; blocks recurse.
render() {
  local -a lines=("$@") block
  local i line level kind rest
  ((++depth > 10)) && { echo "too deep"; ((depth--)); return 1; }
  for ((i = 0; i < ${#lines[@]}; i++)); do
    line=${lines[i]}
    if [[ $line =~ ^[[:space:]]*\{%[[:space:]]*(if|for)[[:space:]]+(.*[^[:space:]])[[:space:]]*%\}$ ]]; then
      kind=${BASH_REMATCH[1]} rest=${BASH_REMATCH[2]} level=1 block=()
      local -a other=()
      local in_else=0
      while ((++i < ${#lines[@]})); do
        case ${lines[i]} in
          *'{% if '* | *'{% for '*) ((level++)) ;;
          *'{% end %}'*) ((--level)) || break ;;
          *'{% else %}'*) if ((level == 1)); then in_else=1; continue; fi ;;
        esac
        if ((in_else)); then other+=("${lines[i]}"); else block+=("${lines[i]}"); fi
      done
      case $kind in
        if)
          if truth "$rest"; then render "${block[@]}"; else render "${other[@]}"; fi
          ;;
        for)
          local name=${rest%% in *} source=${rest##* in } item index=0
          local -a items=()
          IFS=$'\x1f' read -r -d '' -a items <<< "${LISTS[$source]-}"
          for item in "${items[@]}"; do
            item=${item%$'\n'}
            [[ $item ]] || continue
            var "$name" "$item"
            var index $((++index))
            render "${block[@]}"
          done
          ;;
      esac
    elif [[ $line =~ \{%[[:space:]]include[[:space:]]([a-z.]+)[[:space:]]%\} ]]; then
      if [[ -r ${BASH_REMATCH[1]} ]]; then
        local -a included
        mapfile -t included < "${BASH_REMATCH[1]}"
        render "${included[@]}"
      else
        echo "missing: ${BASH_REMATCH[1]}"
      fi
    else
      substitute "$line"
    fi
  done
  ((depth--))
}

cat > /dev/null 2>&1 << 'EOF'
nothing
EOF
{
  while IFS= read -r l; do printf '%s\n' "$l"; done << 'EOF'
-- footer of {{ site | upper }} --
EOF
} > footer.tpl
mapfile -t page << 'EOF'
<h1>{{ title | title }}</h1>
{% if user %}
Hello {{ user }}, you have {{ count | default 0 }} messages.
{% if count == 3 %}
Exactly three!
{% else %}
Not three.
{% end %}
{% else %}
Please log in.
{% end %}
<ul>
{% for item in things %}
  <li>{{ index | pad 3 }}{{ item | html | cut 12 }}</li>
  {% if ! item == apple %}
    (no apple)
  {% end %}
{% end %}
</ul>
{% for x in nothing %}
never
{% end %}
{{ missing | default none }} {{ spaces | trim | len }} {{ title | shout }}
{% include footer.tpl %}
{% include nosuch.tpl %}
EOF
var title 'a list of THINGS'
var site example
var spaces '   padded   '
list things apple '<b>bold</b>' 'fish & chips' 'with  spaces'
echo "=== anonymous"
render "${page[@]}"
echo "=== with a user"
var user alice
var count 3
render "${page[@]}"
for f in upper lower title trim default cut pad html len shout; do
  printf '%s:%s ' "$f" "${FILTERS_USED[$f]:-0}"
done
echo
