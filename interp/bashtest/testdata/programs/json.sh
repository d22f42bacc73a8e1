#!/bin/bash
# A JSON reader and printer in plain shell: parses into flat paths, prints
# indented, reports errors with their position.

LC_ALL=C.UTF-8
json= pos=0 error=
declare -a PATHS VALUES

json_error() { [[ $error ]] || error="at $pos: $1"; return 1; }
skip_space() {
  local rest=${json:pos}
  rest=${rest%%[![:space:]]*}
  ((pos += ${#rest}))
  return 0
}

parse_value() {
  local path=$1 c
  skip_space
  c=${json:pos:1}
  case $c in
    '{') parse_object "$path" ;;
    '[') parse_array "$path" ;;
    '"') parse_string && emit "$path" "\"$REPLY\"" ;;
    [-0-9]) parse_number && emit "$path" "$REPLY" ;;
    t) expect true && emit "$path" true ;;
    f) expect false && emit "$path" false ;;
    n) expect null && emit "$path" null ;;
    '') json_error "unexpected end" ;;
    *) json_error "unexpected '$c'" ;;
  esac
}

emit() { PATHS+=("$1"); VALUES+=("$2"); }

expect() {
  [[ ${json:pos:${#1}} == "$1" ]] || { json_error "expected $1"; return 1; }
  ((pos += ${#1}))
}

parse_number() {
  local re='^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?'
  [[ ${json:pos} =~ $re ]] || { json_error "bad number"; return 1; }
  REPLY=${BASH_REMATCH[0]}
  ((pos += ${#REPLY}))
}

parse_string() {
  local out= c
  ((pos++))
  while :; do
    c=${json:pos:1}
    case $c in
      '') json_error "unclosed string"; return 1 ;;
      '"') ((pos += 1)); REPLY=$out; return 0 ;;
      '\')
        c=${json:pos+1:1}
        case $c in
          ['"\/bfnrt']) out+="\\$c"; ((pos += 2)) ;;
          u)
            [[ ${json:pos+2:4} =~ ^[0-9a-fA-F]{4}$ ]] || { json_error "bad escape"; return 1; }
            printf -v c "\\u${json:pos+2:4}"
            out+=$c
            ((pos += 6))
            ;;
          *) json_error "bad escape '\\$c'"; return 1 ;;
        esac
        ;;
      *) out+=$c; ((pos++)) || : ;;
    esac
  done
}

parse_array() {
  local path=$1 i=0
  ((pos += 1))
  skip_space
  if [[ ${json:pos:1} == ']' ]]; then
    ((pos += 1)); emit "$path" '[]'
    return
  fi
  while :; do
    parse_value "$path[$i]" || return
    ((i += 1))
    skip_space
    case ${json:pos:1} in
      ,) ((pos += 1)) ;;
      ']') ((pos += 1)); return 0 ;;
      *) json_error "expected , or ]"; return 1 ;;
    esac
  done
}

parse_object() {
  local path=$1 key
  ((pos += 1))
  skip_space
  if [[ ${json:pos:1} == '}' ]]; then
    ((pos += 1)); emit "$path" '{}'
    return
  fi
  while :; do
    skip_space
    [[ ${json:pos:1} == '"' ]] || { json_error "expected a key"; return 1; }
    parse_string || return
    key=$REPLY
    skip_space
    [[ ${json:pos:1} == : ]] || { json_error "expected :"; return 1; }
    ((pos += 1))
    parse_value "$path.$key" || return
    skip_space
    case ${json:pos:1} in
      ,) ((pos += 1)) ;;
      '}') ((pos += 1)); return 0 ;;
      *) json_error "expected , or }"; return 1 ;;
    esac
  done
}

parse() {
  json=$1 pos=0 error= PATHS=() VALUES=()
  parse_value '$' && skip_space && { ((pos == ${#json})) || json_error "text after the value"; }
}

flat() {
  local i
  for i in "${!PATHS[@]}"; do
    printf '%-24s %s\n' "${PATHS[i]}" "${VALUES[i]}"
  done
}

# escape TEXT: as a JSON string.
escape() {
  local s=$1 out= i c code
  for ((i = 0; i < ${#s}; i++)); do
    c=${s:i:1}
    case $c in
      '"' | '\') out+=\\$c ;;
      $'\n') out+='\n' ;;
      $'\t') out+='\t' ;;
      [[:cntrl:]]) printf -v code '\\u%04x' "'$c"; out+=$code ;;
      *) out+=$c ;;
    esac
  done
  printf '"%s"' "$out"
}

print_table() {
  local -n rows=$1
  local key first=1
  echo '{'
  for key in $(for k in "${!rows[@]}"; do echo "$k"; done | { mapfile -t l; printf '%s\n' "${l[@]}"; }); do
    ((first)) || echo ','
    first=0
    printf '  %s: %s' "$(escape "$key")" "$(escape "${rows[$key]}")"
  done
  printf '\n}\n'
}

read -r -d '' DOC << 'EOF'
{
  "name": "aegish", "tags": ["a", "b\"c", "\u00e4\u20ac"], "empty": {}, "none": [],
  "nested": { "deep": [1, -2.5e3, { "x": [true, false, null] }] },
  "text": "line\nbreak\\ \/"
}
EOF
if parse "$DOC"; then flat; else echo "error $error"; fi
echo "${#PATHS[@]} values"
for bad in '{' '[1,]' '{"a" 1}' '"abc' 'tru' '1 2' '[1 2]' '{"a":1,}' '"\x"' '-' ''; do
  parse "$bad" || printf '%-12s %s\n' "$bad" "$error"
done
for good in '0' '-1.5E+2' '"q"' '[]' '{}' ' [ 1 , 2 ] ' 'null'; do
  parse "$good" && printf '%s: %s\n' "$good" "${VALUES[*]}"
done
declare -A table=([one]=$'tab\there' [two]='quote " back \' [three]=$'bell\a')
print_table table
lookup() {
  local i
  for i in "${!PATHS[@]}"; do
    [[ ${PATHS[i]} == "$1" ]] && { echo "${VALUES[i]}"; return; }
  done
  return 1
}
parse "$DOC"
lookup '$.nested.deep[2].x[1]'
lookup '$.tags[2]'
lookup '$.nosuch' || echo "nothing there"
