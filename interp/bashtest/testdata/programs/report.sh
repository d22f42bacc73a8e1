#!/bin/bash
# A report over accounts: aligned tables with printf, totals, percentages with
# integer arithmetic, charts, dates by hand, Roman numerals.

IFS=$'\n' read -r -d '' -a ROWS << 'EOF'
north;alice;2026-01-15;1250.75
south;bob;2026-01-20;980.00
north;carol;2026-02-03;45.5
west;dave;2026-02-28;12000.01
south;erin;2026-03-31;7.99
north;alice;2026-03-01;300.25
east;frank;2026-04-30;0
west;bob;2026-12-31;-150.10
EOF

cents() {
  local n=$1 sign= whole frac
  [[ $n == -* ]] && { sign=-; n=${n#-}; }
  whole=${n%%.*}
  frac=
  [[ $n == *.* ]] && frac=${n#*.}
  frac=${frac}00
  REPLY=$((10#$whole * 100 + 10#${frac:0:2}))
  [[ $sign ]] && REPLY=$((-REPLY))
  return 0
}

money() {
  local c=$1 sign= whole out=
  ((c < 0)) && { sign=-; c=$((-c)); }
  whole=$((c / 100))
  while ((${#whole} > 3)); do
    out=,${whole: -3}$out
    whole=${whole:0:${#whole}-3}
  done
  printf -v REPLY '%s%s%s.%02d' "$sign" "$whole" "$out" $((c % 100))
}

percent() {
  local part=$1 all=$2
  ((all == 0)) && { REPLY=n/a; return; }
  local -i p=$((part * 1000 / all))
  printf -v REPLY '%d.%d%%' $((p / 10)) $((p < 0 ? -p % 10 : p % 10))
}

day_of_year() {
  local y m d i n=0
  IFS=- read -r y m d <<< "$1"
  local -a days=(31 28 31 30 31 30 31 31 30 31 30 31)
  ((y % 4 == 0 && (y % 100 || y % 400 == 0))) && days[1]=29
  for ((i = 0; i < 10#$m - 1; i++)); do ((n += days[i])); done
  REPLY=$((n + 10#$d))
}

roman() {
  local n=$1 out= pair
  for pair in 1000:M 900:CM 500:D 400:CD 100:C 90:XC 50:L 40:XL 10:X 9:IX 5:V 4:IV 1:I; do
    while ((n >= ${pair%:*})); do
      out+=${pair#*:}
      ((n -= ${pair%:*}))
    done
  done
  REPLY=$out
}

rule() {
  local width=$1 char=${2:--} s
  printf -v s '%*s' "$width" ''
  printf '%s\n' "${s// /$char}"
}

center() {
  local width=$1 text=$2 pad
  pad=$(((width - ${#text}) / 2))
  printf '%*s%s\n' $((pad < 0 ? 0 : pad)) '' "$text"
}

declare -A by_region by_person count
declare -a order=()
declare -i total=0 number=0

center 60 "QUARTERLY REPORT"
rule 60 =
printf '%-4s %-8s %-10s %10s %5s %15s\n' No Region Person Date Day Amount
rule 60
for row in "${ROWS[@]}"; do
  IFS=';' read -r region person date amount <<< "$row"
  number+=1
  cents "$amount"; c=$REPLY
  day_of_year "$date"; day=$REPLY
  roman $number; no=$REPLY
  money "$c"
  printf '%-4s %-8s %-10s %10s %5d %15s\n' "$no" "$region" "${person^}" "$date" "$day" "$REPLY"
  [[ -v by_region[$region] ]] || order+=("$region")
  ((by_region[$region] += c, count[$region] += 1, total += c))
  ((by_person[$person] += c))
done
rule 60
money $total
printf '%-40s %19s\n' "Total of $number" "$REPLY"
echo
printf '%s\n' "Regions:"
max=0
for r in "${order[@]}"; do ((by_region[$r] > max)) && max=${by_region[$r]}; done
for r in "${order[@]}"; do
  money "${by_region[$r]}"; m=$REPLY
  percent "${by_region[$r]}" "$total"; p=$REPLY
  width=$((max ? by_region[$r] * 30 / max : 0))
  printf '%6s %12s %7s (%d) ' "$r" "$m" "$p" "${count[$r]}"
  ((width > 0)) && printf '%.0s#' $(eval "echo {1..$width}")
  printf '\n'
done
echo
best= worst=
for p in "${!by_person[@]}"; do
  [[ -z $best || ${by_person[$p]} -gt ${by_person[$best]} ]] && best=$p
  [[ -z $worst || ${by_person[$p]} -lt ${by_person[$worst]} ]] && worst=$p
done
printf 'best %s, worst %s, people %d\n' "$best" "$worst" "${#by_person[@]}"
printf '%s|' "$(printf '%05.1f' 3.14159)" "$(printf '%+d' 5)" "$(printf '%x' 255)" "$(printf '%o' 8)" "$(printf '%e' 12345.678)" "$(printf '%g' 0.0001)"
echo
printf '%-10.3s|%10s|%c|%5d|%-5d|%05d\n' abcdef right char 42 42 42
printf '%b\n' 'tab\there' 'octal\0101' | while IFS= read -r l; do echo "[$l]"; done
printf '%q %q\n' 'a b' "it's"
printf '%s %d\n' a 1 b 2 c
percent 5 0; echo "$REPLY"
day_of_year 2024-12-31; echo "leap: $REPLY"
for n in 1 4 9 14 40 90 400 1994 2026; do roman $n; printf '%d=%s ' "$n" "$REPLY"; done
echo
for v in 0 -5 1234567 -100; do cents "$v"; money "$REPLY"; printf '[%s] ' "$REPLY"; done
echo
