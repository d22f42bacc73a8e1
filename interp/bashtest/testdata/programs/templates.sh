#!/bin/bash
# templates: envsubst, here-documents, a mustache-like engine
set -uo pipefail
export APP_NAME="My \"App\"" APP_PORT=8080 APP_HOST='h&o/s\t' EMPTY=''
cat > nginx.tmpl <<'T'
server {
    listen ${APP_PORT};
    server_name $APP_HOST;
    # $UNDEFINED_VAR ${EMPTY}x $$ ${} $1
    location / { proxy_pass http://$host$request_uri; }
}
T
envsubst < nginx.tmpl
envsubst '${APP_PORT} $APP_HOST' < nginx.tmpl
envsubst -v '$A ${B} $C_D text'
# bash engine
render() {
  local text out= name rest
  text=$(cat; printf x); text=${text%x}
  while [[ $text == *'{{'*'}}'* ]]; do
    out+=${text%%'{{'*}; rest=${text#*'{{'}; name=${rest%%'}}'*}; text=${rest#*'}}'}
    name=${name#"${name%%[![:space:]]*}"}; name=${name%"${name##*[![:space:]]}"}
    case $name in
      '#'*) : "section"; local body=${text%%"{{/${name#\#}}}"*}; text=${text#*"{{/${name#\#}}}"}
            local -n list=${name#\#} 2>/dev/null || { out+="?"; continue; }
            local item; for item in "${list[@]}"; do out+=$(item=$item render <<< "$body"); out+=$'\n'; done
            unset -n list ;;
      '!'*) ;;
      '^'*) ;;
      *'|'*) local f=${name#*|}; name=${name%%|*}
             local v=${!name-}; case $f in upper) v=${v^^};; lower) v=${v,,};; quote) v=${v@Q};; len) v=${#v};; *) v="<$f?>";; esac; out+=$v ;;
      *) out+=${!name-"{{$name}}"} ;;
    esac
  done
  printf '%s' "$out$text"
}
fruits=(apple "ba nana" 'che*ry')
render <<'T'
Hello {{ APP_NAME }} on {{APP_PORT}}!
{{! a comment }}Upper: {{APP_NAME|upper}} {{APP_NAME|len}} {{APP_HOST|quote}} {{APP_HOST|rot13}}
{{#fruits}}* {{item}} ({{item|len}}){{/fruits}}
Missing: {{nothing}} end
T
# eval here-document template
tmpl='Dear ${to:-nobody},
you owe $((amount*2)) EUR, due $(date -u -d "2024-05-0$day" "+%d %b").
${note:+Note: $note
}Bye, `echo bot`'
to=Ann amount=21 day=3 note=
eval "cat <<EOT
$tmpl
EOT"
to='' note='A "quoted" $thing \$x' eval "cat <<EOT
$tmpl
EOT"
# here-docs everywhere
f() { cat <<A; cat <<'B'; cat <<"C"; }
first $1
A
second $1
B
third $1
C
f arg
cat <<X - <<Y
x is lost
X
y stays
Y
while read -r k v; do printf '%s=[%s]\n' "$k" "$v"; done <<E1 3<<E2
a  b c
d\\e f\\
E1
unused
E2
cat <<E; echo "rc $?"
line \
joined
back\\slash \` \$ \" \a
$(cat <<IN
nested $((1+1))
IN
)
${APP_PORT:+"quoted $APP_PORT"} ${EMPTY:-'single'} "${APP_NAME}"
E
if cat <<E | grep -q two; then echo piped; fi
one
two
E
x=$(cat <<'E'
)"' unbalanced (
E
); echo "$x"
cat <<"E O F"
spaces in word
E O F
cat <<\E | tr a-z A-Z
escaped $word
E
cat <<E"N"D
$no expansion
END
v=$'multi\nline\n'; cat <<< "$v"; cat <<< $v; wc -c <<< ""
tr '\n' '|' <<-E; echo
		two tabs
	  tab and blanks
	E
bash <<'S' one two
echo "stdin script: $# $0"
cat
this goes to cat
S
bash -s -- one two <<'S'
echo "args: $#: $*"; read -r l
next line is read by read
echo "read: $l"
S
sed 's/@@\([A-Z_]*\)@@/${\1}/g' <<< 'p=@@APP_PORT@@ h=@@APP_HOST@@' | envsubst
awk 'BEGIN{while((getline l < "nginx.tmpl")>0){while(match(l,/\$\{?[A-Z_]+\}?/)){n=substr(l,RSTART,RLENGTH);gsub(/[${}]/,"",n);l=substr(l,1,RSTART-1) (n in ENVIRON?ENVIRON[n]:"<"n">") substr(l,RSTART+RLENGTH)} print l}}'
printf -v line '%s=%q;' APP_NAME "$APP_NAME" APP_HOST "$APP_HOST"; echo "$line"
