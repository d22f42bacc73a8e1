package policy

// The working directory is /home/user/project.
const developer = `
ls -la
cd src && ls
pwd; date; uname -a
cat README.md
head -n 50 main.go
tail -f log/dev.log
wc -l main.go
git status
git status --short --branch
git diff
git diff HEAD^ -- main.go
git diff --stat origin/main
git log --oneline -n 20
git log --grep alias --since=yesterday
git show HEAD:main.go
git blame -L 1,20 main.go
git add -A
git add -p main.go
git commit -m 'fix: rm -rf / is spelled out in the docs'
git commit --amend --no-edit
git commit -am "sudo is not needed any more"
git checkout -b fix/crontab
git checkout main
git switch -c feature
git branch -a
git branch -d fix
git merge --no-ff feature
git rebase main
git rebase -i HEAD^
git cherry-pick abc123
git stash
git stash pop
git reset --soft HEAD^
git reset --hard origin/main
git clean -nd
git clean -fdx
git fetch --all --prune
git pull --rebase
git push
git push -u origin fix
git push origin HEAD:fix
git push --tags
git tag -a v1 -m v1
git remote -v
git clone https://github.com/x/y
git clone --depth 1 https://github.com/x/y sub
git submodule update --init --recursive
git bisect start
git config user.name x
git config --get user.email
git config --global --get user.email
git config --list
git worktree add ../fix
git -C sub log -1
git grep -n TODO
git format-patch -1
git apply x.patch
make
make -j8 test
make clean all
cmake -S . -B build
cmake --build build
ninja -C build
go build ./...
go test -race -run TestX ./...
go test -bench . -benchmem ./pkg
go vet ./...
go mod tidy
go get example.com/x
go run ./cmd/x -c config.yml
gofmt -l -w .
golangci-lint run
GOFLAGS=-mod=mod go build ./...
CGO_ENABLED=0 GOOS=linux go build -o bin/x ./cmd/x
npm install
npm ci
npm test
npm run build -- --mode production
npm install --save-dev typescript
npm publish --dry-run
npm outdated
yarn add lodash
yarn test --watch=false
pnpm install --frozen-lockfile
npx --no-install tsc -p .
node server.js -e production
node -e 'console.log(1)'
NODE_ENV=test node test.js
cargo build --release
cargo test -- --nocapture
cargo clippy --all-targets
cargo add serde
cargo publish --dry-run
rustfmt src/main.rs
pip install -r requirements.txt
pip install -e .
pip install pytest
pip freeze
python3 -m venv .venv
source .venv/bin/activate
python3 -m pytest -q tests
python3 -c 'print(1)'
python3 manage.py migrate
python3 -m json.tool x.json
PYTHONPATH=. pytest -x
pytest -k 'not slow'
ruff check .
black --check .
mypy src
poetry install
poetry run pytest
uv sync
uv run pytest
bundle install
bundle exec rspec
mvn -q test
./gradlew build
dotnet test
php artisan test
composer install
docker ps -a
docker images
docker build -t x .
docker run --rm -it x
docker run --rm -v ./src:/src -w /src golang go test ./...
docker run -d -p 8080:80 --name web nginx
docker run -e POSTGRES_PASSWORD=x -v data:/var/lib/postgresql/data postgres
docker compose up -d
docker compose up --build
docker compose down
docker compose logs -f web
docker compose exec web ls
docker exec -it web cat /etc/hosts
docker logs web
docker stop web
docker rm -f web
kubectl get pods -n dev
kubectl logs x
terraform plan
terraform fmt -recursive
sed -i s/a/b/g main.go
sed -n '1,50p' main.go
sed -i '/^#/d' config.yml
find . -name '*.go' -newer x
find . -type f -name '*.o' -delete
find . -name '*.tmp' -exec rm '{}' +
find . -name node_modules -prune -o -name '*.js' -print
find src -type f -exec grep -l TODO '{}' +
find . -name '*.py' | xargs grep -n import
grep -rl foo src | xargs sed -i s/foo/bar/g
git ls-files | xargs wc -l
ls | xargs -I '{}' cp '{}' backup
find . -print0 | xargs -0 rm -f
grep -rn 'sudo rm -rf /' docs
rg -n 'curl .* \| sh' .
awk '{print $1}' x | sort | uniq -c | sort -rn
cut -d: -f1 /etc/passwd
diff -u a b
patch -p1 < x.patch
tar czf x.tgz src
tar xzf x.tgz -C build
tar -xf x.tar --strip-components=1
zip -r x.zip dist
unzip -q x.zip -d build
rsync -a --delete dist/ public/
rsync -av --exclude node_modules a/ b/
cp -r src dst
cp /etc/hosts hosts
mv a b
mkdir -p a/b/c
rm -rf node_modules dist
rm -rf /tmp/build
rm -rf ./build
rm -f x y
touch x
ln -s ../x y
ln -sf ../lib/x bin/x
chmod +x build.sh
chmod 755 bin/x
chmod -R u+w vendor
./build.sh
bash build.sh -c release
sh scripts/test.sh
bash -c 'cd sub && make'
bash -n x.sh
shellcheck x.sh
curl -fsSL https://host/x -o x
curl -s https://host/api | jq .name
curl -X POST -d a=b http://localhost:8080/login
curl -I https://host
curl -fsSL https://host/x.tgz | tar xz
curl -s https://host/x.json | python3 -m json.tool
curl -s https://host/x.json | python3 -c 'import json,sys'
wget -q https://host/x
ps aux | grep node
kill 1234
kill -9 1234
kill -HUP "$pid"
pkill -f vite
killall node
lsof -i :8080
ss -tlnp
df -h; du -sh .
free -m
env | sort
which go
command -v docker
export FOO=bar
export GOCACHE=/tmp/cache; go build ./...
echo "$HOME"
echo x > out.txt
echo x >> .gitignore
ls | python3 -u x.py
cat x | tee out.log
printf '%s\n' a b > list
for f in a b c; do cp "$f" "$f.bak"; done
for f in a b; do echo "$f"; done
while read -r l; do echo "$l"; done < x
if test -f x; then cat x; fi
test -d build || mkdir build
rm -rf "$tmp"
cd "$dir" && make
crontab -l
systemctl status nginx
journalctl -u nginx -n 50
apt list --installed
dpkg -l
apt-cache policy git
sqlite3 x.db 'select 1'
psql -c 'select 1'
psql -f schema.sql
redis-cli ping
openssl rand -hex 16
ssh-keygen -l -f key.pub
gh pr list
gh pr view 1
gh issue list
timeout 60 make test
time make
nohup ./server > server.log 2>&1
nice -n 10 make
vim x
man git
jq -r '.x' x.json
code x
protoc --go_out=. x.proto
nc -z localhost 5432
`
