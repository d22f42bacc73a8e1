package policy

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/config"
)

// What developers do all day passes agent-default, and what a restricted user
// needs passes the allow-list.
func TestEveryday(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, texts string
		cfg         *config.Config
		least       int
	}{
		{"agent-default", developer, packed(t, config.Allow, "agent-default"), 150},
		{"restricted-user", visitor, packed(t, config.Deny, "restricted-user"), 60},
		// The others are about less, and let pass what they are not about.
		{"destructive", builder, packed(t, config.Allow, "destructive"), 30},
		{"exfiltration", builder, packed(t, config.Allow, "exfiltration"), 30},
		{"shells-and-interpreters", builder, packed(t, config.Allow, "shells-and-interpreters"), 30},
	} {
		texts := strings.Split(strings.TrimSpace(tt.texts), "\n")
		if len(texts) < tt.least {
			t.Errorf("%s: %d commands, expected %d", tt.name, len(texts), tt.least)
		}
		for _, text := range texts {
			f := Gather(tt.cfg, text, exampleContext)
			if f.Violation != nil {
				t.Errorf("%s: %q is not read: %v", tt.name, text, f.Violation)
			} else if v := Decide(tt.cfg, f); v.Action != config.Allow {
				t.Errorf("%s: %q: %+v", tt.name, text, v)
			}
		}
	}
}

const visitor = `
ls
ls -la --color=never
ls | wc -l
ls | head -n 3
cd ..
cd; ls
cd /usr/share && ls
pushd x; popd
pwd
echo hello
echo hello > note.txt
echo hello >> note.txt
cat note.txt
cat note.txt | grep hello
cat /etc/motd
head -n 5 x
tail -n 5 x
tail -f x
wc -l < x
grep -rn hello .
grep -c x y
grep x y | sort | uniq -c
sort x
sort -u -k2,2n x
sort -t: -k3 -n x
sort x > y
cut -d, -f1 x
tr a-z A-Z < x
uniq -c x
comm a b
paste a b
join a b
nl x
tac x
rev x
fold -w 72 x
fmt x
od -c x
hexdump -C x
base64 x
base64 -d x > y
sha256sum x
md5sum x y
cksum x
diff -u a b
diff -r a b
cmp a b
file x
file -b --mime-type x
stat x
du -sh .
df -h
date
date -u +%Y
cal
id
whoami
groups
uname -a
uptime
basename a/b
dirname a/b
realpath x
readlink -f x
mkdir -p a/b
rmdir a
touch x
cp a b
cp -r a b
mv a b
rm x
rm -r a
find . -name '*.txt'
find . -type f -mtime -1 -print
find . -name x | xargs grep y
ls | xargs -n 1 basename
xargs -0 cat < list
timeout 5 sort x
nice sort x
nohup sort x
sed --sandbox s/a/b/ x
sed --sandbox -n 1,5p x | head
split -l 100 x part
jq -r .name x.json
seq 1 10
sleep 1
true && echo yes
if true; then echo yes; else echo no; fi
for f in a b; do echo x; done
while false; do ls; done
{ ls; pwd; } > x
command -v ls
exit
tee x < y
ls 2> /dev/null
`

const builder = `
ls -la
cat README.md
git status
git diff HEAD^
git log --oneline
git add -A
git commit -m 'remove the secret'
git checkout -b fix
git push origin HEAD:fix
git pull --rebase
git fetch origin
make -j8 test
cmake --build build
go build ./...
go test ./...
npm ci
npm test
cargo build
cargo test
python3 -m pytest -q
python3 x.py -c config.yml
node server.js -e production
docker build -t x .
docker compose up -d
find . -name '*.go'
find . -name '*.go' | xargs grep -n TODO
grep -rn TODO .
sed -i s/a/b/ main.go
awk '{print $1}' x
tar czf x.tgz src
tar xzf x.tgz
rsync -a a/ b/
cp -r src dst
mv a b
rm -f x
rm -rf build
mkdir -p a/b
chmod +x x
curl -fsSL https://host/x -o x
wget -q https://host/x
echo x > out.txt
cat x | tee out.log
for f in a b; do cp "$f" "$f.bak"; done
cat "$x" | sort | uniq -c
ls | xargs cat
diff -u a b
kill 1234
ps aux
`
