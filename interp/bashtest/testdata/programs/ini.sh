#!/bin/bash
# Reads INI files into associative arrays, with sections, comments, quotes,
# continuation lines and interpolation; writes them back sorted.

declare -A INI
declare -a SECTIONS ERRORS

trim() {
  local s=$1
  s=${s#"${s%%[![:space:]]*}"}
  s=${s%"${s##*[![:space:]]}"}
  REPLY=$s
}

ini_error() { ERRORS+=("$1: $2"); }

ini_read() {
  local file=$1 line section=default key value pending= n=0
  while IFS= read -r line || [[ $line ]]; do
    n=$((n + 1))
    line=${line%$'\r'}
    if [[ $pending ]]; then
      trim "$line"
      line=$pending$REPLY
      pending=
    fi
    if [[ $line == *\\ ]]; then
      pending=${line%\\}
      continue
    fi
    trim "$line"
    line=$REPLY
    case $line in
      '' | '#'* | ';'*) continue ;;
      '['*']')
        section=${line:1:${#line}-2}
        trim "$section"
        section=$REPLY
        if [[ ! $section =~ ^[A-Za-z][A-Za-z0-9_.-]*$ ]]; then
          ini_error $n "bad section '$section'"
          section=bad
        fi
        local known s
        known=
        for s in "${SECTIONS[@]}"; do [[ $s == "$section" ]] && known=1; done
        [[ $known ]] || SECTIONS+=("$section")
        ;;
      *=*)
        trim "${line%%=*}"
        key=$REPLY
        trim "${line#*=}"
        value=$REPLY
        if [[ $value == \"*\" ]]; then
          value=${value#\"}
          value=${value%\"}
          value=${value//\\n/$'\n'}
          value=${value//\\\"/\"}
        elif [[ $value == \'*\' ]]; then
          value=${value:1:-1}
        else
          value=${value%%[[:space:]]#*}
          trim "$value"
          value=$REPLY
        fi
        INI["$section.$key"]=$value
        ;;
      *) ini_error $n "no key in '$line'" ;;
    esac
  done < "$file"
  [[ $pending ]] && ini_error $n "file ends inside a continued line"
  return $((${#ERRORS[@]} > 0))
}

# ini_expand VALUE SECTION: replaces ${name} and ${section.name}.
ini_expand() {
  local text=$1 section=$2 out= name depth=${3:-0}
  ((depth > 5)) && { REPLY='<loop>'; return 1; }
  while [[ $text =~ ^([^$]*)\$\{([A-Za-z0-9_.]+)\}(.*)$ ]]; do
    out+=${BASH_REMATCH[1]}
    name=${BASH_REMATCH[2]}
    text=${BASH_REMATCH[3]}
    [[ $name == *.* ]] || name=$section.$name
    if [[ -v INI["$name"] ]]; then
      local rest=$text
      ini_expand "${INI["$name"]}" "${name%%.*}" $((depth + 1))
      out+=$REPLY
      text=$rest
    else
      out+="<$name?>"
    fi
  done
  REPLY=$out$text
}

ini_write() {
  local section key
  for section in "${SECTIONS[@]}"; do
    echo "[$section]"
    for key in "${!INI[@]}"; do
      [[ $key == "$section."* ]] && printf '%s=%q\n' "${key#*.}" "${INI[$key]}"
    done | sort_lines
  done
}

sort_lines() {
  local -a l
  local i j t
  mapfile -t l
  for ((i = 0; i < ${#l[@]}; i++)); do
    for ((j = i + 1; j < ${#l[@]}; j++)); do
      [[ ${l[i]} > ${l[j]} ]] && { t=${l[i]}; l[i]=${l[j]}; l[j]=$t; }
    done
  done
  ((${#l[@]})) && printf '%s\n' "${l[@]}"
}

cat_() { while IFS= read -r l; do printf '%s\n' "$l"; done; }

cat_ > test.ini << 'EOF'
; a comment
name = top level
[server]
host = example.org   # trailing
port=8080
root = "/srv/www"
url = http://${host}:${port}${paths.prefix}
motd = "line one\nline \"two\""
raw = '${host}  kept '
long = one \
       two \
       three

[paths]
prefix = /app
data = ${server.root}/data
missing = ${nosuch}
[ loop ]
a = ${b}
b = ${a}
[server]
timeout = 30
EOF
printf 'broken line\n[bad name!]\nx=1\ncrlf = yes\r\n' > bad.ini

ini_read test.ini && echo "read ${#INI[@]} values in ${#SECTIONS[@]} sections"
ini_write
for key in server.url server.raw server.long paths.data paths.missing loop.a default.name; do
  ini_expand "${INI[$key]}" "${key%%.*}"
  printf '%s -> %s\n' "$key" "$REPLY"
done
printf '%s\n' "${INI[server.motd]}"
ini_read bad.ini || printf 'error: %s\n' "${ERRORS[@]}"
printf '<%s>\n' "${INI[bad.x]}" "${INI[bad.crlf]}"
ini_read nosuch.ini 2>/dev/null || echo "nosuch: $?"
unset 'INI[server.port]'
[[ -v INI[server.port] ]] || echo "port is gone, ${#INI[@]} left"
