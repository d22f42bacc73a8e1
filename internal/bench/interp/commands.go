package main

// What commands work on besides textFile, made of it by the host's tools.
const materials = `set -e
sort text > sorted
awk 'NR % 3' sorted > fewer
head -n 100000 text > small
seq 1000000 | shuf --random-source=text > numbers
seq 10 99 | sed 's/.*/line&7 /' > words
head -c 20971520 /dev/urandom > bytes
gzip -k text
xz -0 -k text
zstd -q -k text
mkdir src
split -l 5000 --additional-suffix=.txt text src/part
tar cf src.tar src
seq 100000 | awk 'BEGIN { print "[" } { print (NR > 1 ? "," : "") "{\"a\":" $1 ",\"b\":\"x" $1 "\"}" } END { print "]" }' > data.json
`

// commands compares the interpreter's commands with the host's, where they
// carry the weight of a script.
var commands = []script{
	{"find -size, -newer", `find tree -size +1 | wc -l; find tree -newer aegish.toml | wc -l`, 2},
	{"ls -l of 5,000", `ls -l files | tail -n 1; ls -lR tree | wc -l`, 2},
	{"du of 20,000", `du -a tree | wc -l`, 2},
	{"cp, chmod, rm of a tree", `cp -r src copy; chmod -R u+w copy; rm -r copy`, 2},
	{"sed with groups", `sed -E 's/([a-z]+) ([a-z]+) (line[0-9]+)/\3 \2 \1/' text | tail -n 1`, 2},
	{"sed s///g, delete", `sed 's/[0-9][0-9]*/N/g' text | tail -n 1; sed '/error/d' text | tail -n 1`, 2},
	{"sort, sort -u", `sort text | tail -n 1; sort -u text | wc -l`, 2},
	{"sort -k, -t", `sort -k4,4 -k5 text | tail -n 1; sort -t= -k2,2n small | tail -n 1`, 2},
	{"sort -n, -g, -h", `sort -n numbers | tail -n 1; sort -g numbers | tail -n 1; sort -h numbers | tail -n 1`, 2},
	{"awk split", `awk '{ n = split($0, a, " "); t += n } END { print t }' text`, 3},
	{"awk -F expression", `awk -F'[ =]' '{ n += NF } END { print n }' text`, 2},
	{"awk arrays", `awk '{ c[NR] = $0; d[$1 " " $2]++ } END { print c[5], d["error beta"] }' text`, 2},
	{"awk append", `awk '{ s = s $1 } END { print length(s) }' small`, 2},
	{"awk printf, sprintf", `awk '{ printf "%s %d %.2f\n", $1, NR, NR / 3; n += length(sprintf("%05d", NR)) } END { print n }' text | tail -n 1`, 2},
	{"awk match, gsub", `awk '/error.*key7/ { n++ } $3 ~ /^line[0-9]+5$/ { m++ } { gsub(/[0-9]+/, "<&>") } END { print n, m, $0 }' text`, 2},
	{"awk fields", `awk '{ $2 = "x"; $NF = ""; print }' text | tail -n 1`, 2},
	{"awk getline", `awk 'BEGIN { while ((getline l < "text") > 0) n++; print n, l }'`, 3},
	{"awk loop", `awk 'BEGIN { for (i = 0; i < 3000000; i++) s += i % 7; print s }'`, 2},
	{"awk functions", `awk 'function f(a, b) { return a + b } function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) } BEGIN { for (i = 0; i < 3000000; i++) s = f(s, i); printf "%.0f %d\n", s, fib(27) }'`, 3},
	{"awk substr, index", `awk 'BEGIN { s = "the quick brown fox jumps over the lazy dog"; for (i = 0; i < 3000000; i++) n += length(substr(s, i % 40, 5)) + index(s, "lazy"); print n }'`, 3},
	{"nl, cat -n, cat -A", `nl text | tail -n 1; cat -n text | tail -n 1; cat -A text | tail -n 1`, 2},
	{"uniq, comm, join", `uniq -c sorted | tail -n 1; comm -12 sorted fewer | wc -l; join -j 5 small small 2> /dev/null | head -n 1000 | wc -l`, 2},
	{"paste, tac, rev", `paste text text | tail -n 1; tac text | tail -n 1; rev text | tail -n 1`, 2},
	{"fold, expand", `fold -sw 20 text | tail -n 1; expand text | tail -n 1`, 2},
	{"od, xxd, hexdump", `od -A x -t x1z small | tail -n 1; xxd small | tail -n 1; hexdump -C small | tail -n 1`, 2},
	{"diff, cmp", `sort small > other; diff small other | wc -l; diff -u small <(sed 's/77/8/' small) | wc -l; cmp text text; rm other`, 2},
	{"base64", `base64 bytes | base64 -d | wc -c`, 2},
	{"md5sum, sha256sum, cksum", `md5sum text; sha256sum text; cksum text`, 2},
	{"gzip -d, zstd -d", `gzip -dc text.gz | wc -l; zstd -dcq text.zst | wc -l`, 2},
	{"xz -d", `xz -dc text.xz | wc -l`, 2.5},
	{"gzip", `gzip -c text | gzip -dc | wc -c`, 2},
	{"tar", `tar cf - src | tar tf - | wc -l; tar xOf src.tar | wc -c`, 2},
	{"jq", `jq -c '.[] | select(.a % 7 == 0) | .b' data.json | wc -l; jq 'map(.a) | add' data.json`, 2},
	{"xargs", `seq 200000 | xargs echo | wc -c; seq 5000 | xargs -n 10 echo | tail -n 1`, 2},
	{"seq, shuf, split, tee", `seq -w 1000000 | tail -n 1; shuf text | wc -l; split -b 1M text p.; rm p.*; tee copy < text | wc -c; rm copy`, 2},
	{"yes, head -c", `yes | head -c 200M | wc -c; head -c 1G /dev/zero | wc -c`, 2},
	{"grep -c, -v, -n", `grep -c error text; grep -v error text | tail -n 1; grep -n error text | tail -n 1`, 2},
	{"grep -i, -E, -x, -w", `grep -i ERROR text | wc -l; grep -E 'error|warning|notice' text | wc -l; grep -x 'error.*' text | wc -l; grep -w line7 text | wc -l`, 2},
	{"grep -o", `grep -oE '[a-z]+=[0-9]+' text | tail -n 1`, 2},
	{"grep -P", `grep -oP '(?<=line)[0-9]+' text | tail -n 1; grep -oP 'line\K\d+' text | wc -l; grep -cP '^(?!error)\w+ ' text; grep -P '(\d)\1{2}' text | wc -l`, 6},
	{"grep -F -f, -r", `grep -F -f words text | wc -l; grep -r 'line77 ' src | wc -l`, 2},
	{"tr -d, -s", `tr -d aeiou < text | wc -c; tr -s ' a-z' < text | wc -c`, 2},
	{"cut -c, --complement", `cut -c 1-10 text | tail -n 1; cut -d' ' --complement -f 2 text | tail -n 1`, 2},
	{"wc -m, -L, tail", `wc -m text; wc -L text; tail -n 300000 text | head -n 1; cat text | tail -n 300000 | head -n 1`, 2},
	{"iconv, numfmt", `iconv -f latin1 -t utf-8 text | wc -c; numfmt --to=iec < numbers | tail -n 1`, 2},
	{"bc", `echo '2^20000' | bc | wc -c; echo 'for (i = 0; i < 200000; i++) s += i * i; s' | bc; echo 'scale=300; 4*a(1)' | bc -l | wc -c`, 3},
}

// streams are run for the memory they take: what only passes through has a
// bound in MiB of resident memory.
var streams = []script{
	{"sed", `sed 's/a/b/g' text > /dev/null`, maxResident},
	{"grep", `grep -n error text | tail -n 1`, maxResident},
	{"awk", `awk '{ print $2, NR }' text > /dev/null`, maxResident},
	{"cut, tr, wc", `cut -d' ' -f 2 text | tr a-z A-Z | wc`, maxResident},
	{"head, tail, cat, tee", `cat text | tee /dev/null | tail -n 5; head -c 15M text | tail -c 5`, maxResident},
	{"uniq, nl, fold", `uniq sorted | nl | fold -w 10 > /dev/null`, maxResident},
	{"base64, sha256sum", `base64 bytes > /dev/null; sha256sum bytes`, maxResident},
	{"gzip, zstd", `gzip -c text | gzip -dc > /dev/null; zstd -dcq text.zst > /dev/null`, maxResident},
	{"xz -d", `xz -dc text.xz > /dev/null`, maxResident},
	{"tar", `tar cf - src | tar tf - > /dev/null`, maxResident},
	{"od, xxd", `od small > /dev/null; xxd small > /dev/null`, maxResident},
	{"yes | head", `yes | head -n 30000000 > /dev/null`, maxResident},
	{"cat /dev/zero | head", `cat /dev/zero | head -c 1G | wc -c`, maxResident},
}

const maxResident = 40
