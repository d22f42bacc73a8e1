#!/bin/bash
# text adventure: rooms in associative arrays, input from a here-doc
declare -A ROOM=( [hall.desc]="A dusty hall." [hall.n]=library [hall.e]=kitchen
 [library.desc]="Books everywhere." [library.s]=hall [library.item]=lamp
 [kitchen.desc]="It smells of soup." [kitchen.w]=hall [kitchen.d]=cellar [kitchen.item]="soup spoon"
 [cellar.desc]="Too dark to see." [cellar.u]=kitchen [cellar.item]=treasure )
declare -A HAS=() ALIAS=([north]=n [south]=s [east]=e [west]=w [up]=u [down]=d [i]=inventory [x]=look [q]=quit)
here=hall moves=0 score=0
PS3='choose> '
say() { printf '%s\n' "$*" | fold -s -w 50; }
exits() { local k out=(); for k in n s e w u d; do [[ ${ROOM[$here.$k]+x} ]] && out+=("$k"); done; local IFS=,; echo "Exits: ${out[*]}"; }
look() {
  if [[ $here == cellar && ! ${HAS[lamp]} ]]; then say "${ROOM[cellar.desc]}"; return 1; fi
  say "You are in the $here. ${ROOM[$here.desc]}"
  [[ -v ROOM[$here.item] ]] && say "There is a ${ROOM[$here.item]} here."
  exits
}
go() { local to=${ROOM[$here.$1]-}; if [[ -z $to ]]; then say "You can't go that way."; else here=$to; ((moves++)); look; fi; }
take() {
  local what="$*" item=${ROOM[$here.item]-}
  if [[ -z $item || ${item,,} != *"${what,,}"* || -z $what ]]; then say "No '$what' here."; return; fi
  HAS[$item]=1; unset "ROOM[$here.item]"; ((score+=10)); say "Taken: $item."
}
menu() {
  select opt in "Inspect bag" "Count moves" "Leave menu"; do
    case $REPLY in
      1) for k in "${!HAS[@]}"; do echo " * $k"; done | sort;;
      2) echo "moves=$moves";;
      3) break;;
      '') echo empty;;
      *) echo "what is '$REPLY'?";;
    esac
  done
}
look
while IFS= read -rp '> ' line; do
  echo "> $line"
  read -r verb rest <<< "$line"
  verb=${verb,,}; verb=${ALIAS[${verb:-_}]:-$verb}
  case $verb in
    [nsewud]) go "$verb";;
    go) go "${ALIAS[$rest]:-$rest}";;
    look) look || echo "(dark: $?)";;
    take|get) take $rest;;
    inventory) if ((${#HAS[@]})); then printf 'You carry: %s\n' "$(printf '%s\n' "${!HAS[@]}" | sort | paste -sd, - | sed 's/,/, /g')"; else echo "Nothing."; fi;;
    menu) menu;;
    save) declare -p here moves score HAS > save.game; echo saved;;
    load) . ./save.game; echo "loaded ($here)";;
    map) column -t -s: <<< "$(for r in "${!ROOM[@]}"; do [[ $r == *.desc ]] && echo "${r%.desc}:${ROOM[$r]}"; done | sort)";;
    ''|\#*) continue;;
    xyzzy) ;&
    plugh) say "A hollow voice says \"Fool.\"";;&
    *y) say "(ends with y)";;
    quit) echo "Score: $score in $moves moves."; break;;
    *) say "I don't know how to '$verb'.";;
  esac
done <<'IN'
look
e
take SPOON
down
look
take treasure
u
w
go north
get lamp
save
i
# comment

menu
1
2

9
3
S
load
xyzzy
fly away
plugh
take nothing at all
west
map
s
e
d
take treasure
inventory
q
never read
IN
echo "status $?"
declare -p save 2>&1 | sed 's/line [0-9]*/line N/'
sed 's/( /(/' save.game | head -3
for n in 1 2 3; do select c in a b; do echo "c=$c"; break; done; done < <(printf '1\n\n2\n')
select z in; do :; done; echo "empty list ok"
select z in x y; do echo never; done < /dev/null; echo "eof: $?"
COLUMNS=40; select z in alpha beta gamma delta epsilon zeta eta theta iota kappa lambda; do echo "$z"; break; done <<< 11
