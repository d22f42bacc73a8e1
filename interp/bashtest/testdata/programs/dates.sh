#!/bin/bash
# date arithmetic and reports
export TZ=UTC LC_ALL=C
days_between() { echo $(( ( $(date -d "$2" +%s) - $(date -d "$1" +%s) ) / 86400 )); }
is_leap() { (( ($1 % 4 == 0 && $1 % 100 != 0) || $1 % 400 == 0 )); }
jdn() { local y=$1 m=$((10#$2)) d=$((10#$3)) a; a=$(( (14-m)/12 )); y=$((y+4800-a)); m=$((m+12*a-3)); echo $(( d + (153*m+2)/5 + 365*y + y/4 - y/100 + y/400 - 32045 )); }
zeller() { local y=$1 m=$2 d=$3; ((m<3)) && ((m+=12, y--)); echo $(( (d + 13*(m+1)/5 + y%100 + y%100/4 + y/100/4 + 5*(y/100)) % 7 )); }
easter() { local Y=$1 a b c d e f g h i k l m; a=$((Y%19)); b=$((Y/100)); c=$((Y%100)); d=$((b/4)); e=$((b%4)); f=$(((b+8)/25)); g=$(((b-f+1)/3)); h=$(((19*a+b-d-g+15)%30)); i=$((c/4)); k=$((c%4)); l=$(((32+2*e+2*i-h-k)%7)); m=$(((a+11*h+22*l)/451)); printf '%d-%02d-%02d\n' $Y $(((h+l-7*m+114)/31)) $(((h+l-7*m+114)%31+1)); }
echo "between: $(days_between 2024-01-01 2024-12-31) $(days_between 1999-12-31 2000-03-01)"
for y in 1900 2000 2023 2024; do is_leap $y && echo "$y leap" || echo "$y common"; done
for d in 1970-01-01 2000-02-29 2024-12-31; do IFS=- read -r a b c <<< $d; printf '%s jdn=%d zeller=%d %s\n' $d $(jdn $a $b $c) $(zeller $a $((10#$b)) $((10#$c))) "$(date -d $d '+%a week %V day %j')"; done
for y in 2023 2024 2025 2038; do easter $y; done
hms() { local s=$1; printf '%dd %02d:%02d:%02d\n' $((s/86400)) $((s/3600%24)) $((s/60%60)) $((s%60)); }
hms 93784; hms 59; hms 86400
for spec in 'tomorrow' 'yesterday 00:00' '1 week ago' 'next month' '+3 days' '-2 hours' 'last friday' 'noon' 'midnight' '2 fortnights'; do
  date -d "2024-02-28 12:00 $spec" '+%F %T' 2>&1 | sed "s/^/$spec: /"
done
for spec in '2024-02-30' '20240229' '2024/03/05 5pm' '5 Mar 2024' 'Mar 5, 2024 17:45:09' '2024-03-05T10:00:00+02:00' '@1709600000.5' '03/05/2024' 'Tue, 05 Mar 2024 10:00:00 -0500' '2024-03-05 10:00 EST' '20240305T101112Z' '2024-03-05 25:00' '1 jan' 'jan 2024' '12:30:15.123456789'; do
  if out=$(date -d "$spec" '+%Y-%m-%d %H:%M:%S.%N' 2>&1); then [[ $spec == '1 jan' || $spec == 12:* ]] && out=${out#*-}; [[ $spec == 12:* ]] && out=${out#* }; echo "$spec => $out"; else echo "ERR $out"; fi
done
# calendar of a month by hand
month() { local y=$1 m=$2 first n d; first=$(date -d "$y-$m-01" +%w); n=$(date -d "$y-$m-01 +1 month -1 day" +%d); date -d "$y-$m-01" '+   %B %Y'; echo 'Su Mo Tu We Th Fr Sa'; printf '%*s' $((first*3)) ''; for ((d=1; d<=n; d++)); do printf '%2d%s' $d "$( (( (d+first)%7==0 )) && echo $'\n' || echo ' ')"; (( (d+first)%7 == 0 )) && echo; done; echo; }
month 2024 02
cal 2 2024 | sed 's/ *$//'
cal -m 9 2024 | sed 's/ *$//'
cal -j 1 2024 | head -3
# work days
wd=0; for ((t=$(date -d 2024-03-01 +%s); t<=$(date -d 2024-03-31 +%s); t+=86400)); do printf -v dow '%(%u)T' $t; ((dow<6 && wd++)); done; echo "work days: $wd"
# timesheet
cat > times <<'T'
2024-03-04 09:00 12:30 alpha
2024-03-04 13:15 17:45 beta
2024-03-05 22:00 01:30 alpha
2024-03-07 08:05 08:50 gamma
T
total=0; declare -A per
while read -r d s e p; do
  a=$(date -d "$d $s" +%s) b=$(date -d "$d $e" +%s); (( b < a )) && (( b += 86400 ))
  m=$(( (b-a)/60 )); (( total += m, per[$p] += m ))
  printf '%(%a %d %b)T %s-%s %3d min %s\n' $a $s $e $m $p
done < times
for p in "${!per[@]}"; do printf '%-6s %2d:%02d %5.1f%%\n' $p $((per[$p]/60)) $((per[$p]%60)) $(bc <<< "scale=4;${per[$p]}*100/$total"); done | sort
# zones
for z in UTC America/New_York Europe/Berlin Asia/Kolkata Australia/Sydney; do TZ=$z date -d @1711846800 "+%F %T %z %Z ($z)"; done
TZ=Europe/Berlin date -d '2024-03-31 02:30' 2>&1; TZ=Europe/Berlin date -d '2024-10-27 02:30' '+%s %z'
TZ='EST5EDT,M3.2.0,M11.1.0' date -d @1710054000 '+%F %T %Z'; TZ=GMT-3 date -d @0 '+%T %Z'
date -d @1700000000 '+%s|%-d|%_d|%e|%k|%I|%l|%p|%P|%y|%C|%g|%U|%W|%h|%q|%3N|%::z|%:z|%^a|%#Z|%10Y|%-H'
date -u -d @1700000000 +'%x %X %c %D %r %R'; date -I -d @0; date -Ihours -d @0; date --rfc-3339=seconds -d @0; date -Ins -d @0
touch -d @86400 f1; touch -d '2 days ago 1970-01-05' f2; touch -r f1 f3; stat -c '%n %Y' f1 f2 f3; touch -t 202401021530.45 f4; stat -c %y f4
printf '%(%F %T)T\n' 86399; printf '%(%s)T\n' -1 | grep -c .; printf '%(%H:%M)T' 3600; echo
awk 'BEGIN{print strftime("%F %T",86400,1), mktime("2024 02 30 00 00 00")}'
jq -nr '1700000000|todate,(.|strftime("%A %d")),("2024-02-28T12:00:00Z"|fromdateiso8601),(.|gmtime|mktime)'
date -f <(printf '2024-01-01\nbad\n2024-01-03\n') +%j; echo $?
date +%Q; date -d '' +%H; date --date='2024-01-01' --utc +%c
