#!/bin/bash
# A real aegish session that a reader can follow: what lasts from one command
# to the next, what the policy denies, what the sandbox stops, and what the
# audit log keeps of it.
#
#     docs/demo/demo.sh BIN
#
# BIN is a directory with the built aegish and dropper. Everything happens in a
# new temporary directory, which is shown as /demo and removed at the end. The
# README holds what this prints, and a test compares the two.
set -euo pipefail
export LC_ALL=C
unset CDPATH "${!AEGISH_@}"

bin=${1:?usage: demo.sh BIN}
real=$(mktemp -d)
trap 'rm -rf -- "$real"' EXIT

# mask shows the temporary directory as /demo and root's prompt as a user's.
mask() {
  local text=${1//"$real"//demo}
  printf '%s' "${text/%# /\$ }"
}

# tell runs a command of the surrounding shell and shows it with its output.
tell() {
  printf '$ %s\n' "$1"
  mask "$(cd "$real/project" && eval "$1" 2>&1)"
  printf '\n\n'
}

# answer shows what the session prints, up to and with its next prompt.
answer() {
  local line='' char
  local prompt='^aegish:/[^ ]*[$#] $'
  while IFS= read -r -N1 -t 60 -u "${session[0]}" char; do
    line+=$char
    if [[ $char == $'\n' ]]; then
      mask "$line"
      line=''
    elif [[ $line =~ $prompt ]]; then
      mask "$line"
      return
    fi
  done
  mask "$line"
}

# type_line sends a line to the session, as a person would type it.
type_line() {
  printf '%s\n' "$1"
  printf '%s\n' "$1" >&"${session[1]}"
  answer
}

# The programs are copied, so that aegish finds its launcher in a directory
# that belongs to whoever runs this.
mkdir "$real/bin" "$real/project"
install -m 0755 -- "$bin/aegish" "$bin/dropper" "$real/bin/"
PATH=$real/bin:$PATH
cat > "$real/aegish.toml" <<EOT
[policy]
unparsed = "allow"        # pipelines and the like: the sandbox holds them

[[policy.rules]]
match = ["git", "push", "**"]
action = "deny"
reason = "push goes through review"

[landlock]
write = ["$real/project", "\$DEV"]

[audit]
sink = "file"
file = "$real/audit.log"
EOT
chmod 600 "$real/aegish.toml"

tell 'cat ../aegish.toml'
printf '$ aegish --config ../aegish.toml\n'
coproc session { cd "$real/project" && exec aegish --config ../aegish.toml -i 2>&1; }
# bash forgets the coprocess's descriptors and number when it ends.
pid=$session_PID
answer
type_line 'mkdir src && cd src'
type_line 'export GREETING="hello again"'
type_line 'printf "%s\n" pear apple fig | sort | head -n 2 > fruit'
type_line 'cd ..'
type_line 'echo "$GREETING: $(cat src/fruit)"'
type_line 'git push origin main'
type_line "g'it' p\\ush --force"
type_line 'echo "status $?"'
type_line 'echo gone > ../aegish.toml'
type_line 'rm ../audit.log'
type_line 'exit 3'
status=0
wait "$pid" || status=$?
printf '$ echo $?\n%s\n\n' "$status"
tell 'cut -d, -f5,7,8,11,12 ../audit.log'
