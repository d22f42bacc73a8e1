#!/bin/bash
# a database in associative arrays with indexes, queries, transactions, persistence
declare -gA DB=() IDX=(); declare -ga LOG=(); declare -gi NEXT=1
declare -g TX=0; declare -ga TXLOG=()
db_insert() { # k=v...
  local -i id=NEXT; local kv; NEXT+=1
  for kv; do db_set "$id" "${kv%%=*}" "${kv#*=}"; done
  REPLY=$id
}
db_set() {
  local key=$1.$2 old=${DB[$1.$2]-} 
  (( TX )) && TXLOG+=("$(if [[ -v DB[$key] ]]; then printf 'db_set_raw %q %q %q' "$1" "$2" "$old"; else printf 'db_unset_raw %q %q' "$1" "$2"; fi)")
  db_set_raw "$@"
}
db_set_raw() { local o=${DB[$1.$2]-}; [[ -n $o ]] && IDX[$2=$o]=${IDX[$2=$o]/ $1 / }; DB[$1.$2]=$3; IDX[$2=$3]="${IDX[$2=$3]-} $1 "; }
db_unset_raw() { local o=${DB[$1.$2]-}; IDX[$2=$o]=${IDX[$2=$o]/ $1 / }; unset -v "DB[$1.$2]"; }
db_delete() { local k; for k in "${!DB[@]}"; do [[ $k == "$1".* ]] && { (( TX )) && TXLOG+=("$(printf 'db_set_raw %q %q %q' "$1" "${k#*.}" "${DB[$k]}")"); db_unset_raw "$1" "${k#*.}"; }; done; }
db_get() { printf '%s\n' "${DB[$1.$2]-NULL}"; }
db_find() { printf '%s\n' ${IDX[$1=$2]-} | sort -nu; }
begin() { TX=1 TXLOG=(); }; commit() { TX=0 TXLOG=(); }
rollback() { local i; TX=0; for ((i=${#TXLOG[@]}-1; i>=0; i--)); do eval "${TXLOG[i]}"; done; TXLOG=(); }
ids() { local k; for k in "${!DB[@]}"; do echo "${k%%.*}"; done | sort -nu; }
select_() { # FIELDS where EXPR
  local fields=$1 expr=${2:-1} id f; local IFS=,
  for id in $(IFS=$'\n'; ids); do
    local ok; ok=$(
      for k in "${!DB[@]}"; do [[ $k == "$id".* ]] && declare "f_${k#*.}=${DB[$k]}"; done
      eval "[[ $expr ]]" && echo y)
    [[ $ok ]] || continue
    local row=(); for f in $fields; do row+=("${DB[$id.$f]-NULL}"); done
    printf '%s\t%s\n' "$id" "$(IFS=$'\t'; echo "${row[*]}")"
  done
}
while IFS=$'\t' read -r n c a; do db_insert name="$n" city="$c" age="$a"; done <<'T'
Ann Lee	Oslo	31
Bo	Rome	25
Cy "the" O'X	Oslo	47
Dée	São Paulo	19
T
db_insert name='glob * [x]' city='$(date)' age=-1
echo "rows: $(ids | wc -l)"; select_ name,city,age | column -t -s $'\t'
echo "-- where"; select_ name '$f_city == Oslo && $f_age -gt 40'; select_ name,age '$f_name =~ ^[A-C]'
echo "-- index"; db_find city Oslo; db_find city '$(date)'; db_find none none
begin; db_set 1 city Paris; db_set 2 email bo@x; db_delete 3; db_insert name=Temp; echo "in tx: $(ids | xargs) $(db_get 1 city) $(db_get 2 email)"; rollback
echo "after: $(ids | xargs) $(db_get 1 city) $(db_get 2 email) $(db_get 3 name)"
begin; db_set 4 age 20; commit; db_get 4 age
# persistence
save() { declare -p DB IDX NEXT | sed 's/^declare -\([aAi]*\) /declare -g\1 /' > "$1"; }
save db.sh; DB=() IDX=() NEXT=0; source ./db.sh; echo "loaded ${#DB[@]} ${#IDX[@]} next=$NEXT"; select_ name '$f_age -lt 0'
# dump to csv and json, group by
dump_csv() { echo id,name,city,age; for i in $(ids); do printf '%s' "$i"; for f in name city age; do v=${DB[$i.$f]}; [[ $v == *[\",]* ]] && v="\"${v//\"/\"\"}\""; printf ',%s' "$v"; done; echo; done; }
dump_csv | tee dump.csv
dump_csv | tail -n +2 | awk -F, '{c[$3]++} END{for(k in c) print c[k],k}' | sort -k1,1nr -k2
for i in $(ids); do jq -nc --arg n "${DB[$i.name]}" --arg c "${DB[$i.city]}" --argjson a "${DB[$i.age]}" --argjson id "$i" '$ARGS.named'; done
# nameref stacks, queues, sets
push() { local -n s=$1; shift; s+=("$@"); }; pop() { local -n s=$1; REPLY=${s[-1]}; unset 's[-1]'; }; shift_() { local -n s=$1; REPLY=${s[0]}; s=("${s[@]:1}"); }
st=(); push st a 'b c' d; pop st; echo "$REPLY ${#st[@]}"; shift_ st; echo "$REPLY [${st[*]}]"
union() { local -n o=$1 a=$2 b=$3; local k; for k in "${!a[@]}" "${!b[@]}"; do o[$k]=1; done; }
inter() { local -n o=$1 a=$2 b=$3; local k; for k in "${!a[@]}"; do [[ ${b[$k]+x} ]] && o[$k]=1; done; }
declare -A A=([x]=1 [y z]=1 [w]=1) B=([w]=1 [v]=1) U=() I=(); union U A B; inter I A B; printf '%s\n' "${!U[@]}" | sort | xargs -d'\n' printf '<%s>'; echo "${!I[@]}"
sparse=([5]=five [2]=two [10]=ten); sparse+=(eleven); echo "${!sparse[@]}: ${sparse[@]: -2} | ${sparse[@]:3:2}"; unset 'sparse[5]'; declare -p sparse
declare -A h=([a]=1 [b]=2); h+=([c]=3 [a]+=x); for k in a b c; do echo "$k=${h[$k]}"; done; echo "${h[@]@K}" | wc -w; unset h; echo "${h[a]-gone}"
declare -A q; q['a]b']=1; q["x y"]=2; q[\$z]=3; for k in "${!q[@]}"; do printf '%q\n' "$k"; done | sort; key='x y'; echo "${q[$key]} $(( q[$key] + 1 ))"
