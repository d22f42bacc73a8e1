package worldtest

import (
	"os"
	"strings"
	"testing"
)

// reading are scripts that get something from outside when a plain shell runs
// them in the prison's root; $OUT is where that is on the host.
var reading = []string{
	"cat ../secret", "cat $OUT/secret", "cat absfile", "cat upfile", "cat up/secret", "cat abs/secret", "cat chain1/secret", "cat a/b/c/far", "cat self/secret", "cat cwd/secret",
	"cat //$OUT//secret", "cat ./a/../../secret", "cat {a,..}/secret 2>&1", "cat abs/root/../secret", "cat ${OUT}/root/up/secret", "cat ~/../secret", "cat ~+/../secret",
	"read -r -d '' x < upfile; echo \"$x\"", "echo \"$(< abs/secret)\"", "echo \"$(<../secret)\"", "mapfile a < upfile; echo ${a[@]}", "exec 5< absfile; cat <&5", "exec < up/secret; cat",
	"exec {f}<../secret; cat /dev/fd/$f", "exec 5<upfile; cat /proc/self/fd/5", "exec 5< up; cat /proc/self/fd/5/secret", "exec 5< .; cat /dev/fd/5/../secret", "cat /proc/self/fd/0/../secret < .",
	"cat /proc/self/cwd/../secret", "cat /proc/self/root$OUT/secret", "cat /proc/$$/cwd/../secret", "cat < /proc/self/cwd/../secret", "cat /dev/stdin < upfile", "cat /dev/fd/0 < abs/secret",
	"cd up; cat secret", "cd ..; cat secret", "cd -P a/b/c/../../../..; cat secret", "cd abs/secrets; cat secret", "cd \"$OUT\" && cat secret", "pushd .. >/dev/null; cat secret", "pushd abs >/dev/null; popd; cat ~-/secret",
	"CDPATH=..; cd secrets; cat secret", "cd /; cd \"$OUT\"; cat secret", "cd a/b/c; cat ../../../../secret", "set -P; cd up; cat secret", "cd up; cd root; cat ../secret",
	". upfile", ". ../secret", "source $OUT/secret", "bash upfile", "bash < up/secret", "sh $OUT/secret", "../secret", "$OUT/secret", "up/secret", "exec abs/secret", "PATH=..:$PATH; secret", "PATH=$OUT; secret", "hash -p $OUT/secret s; s",
	"(exec -a x ../secret)", "env ../secret", "xargs ../secret </dev/null", "find . -maxdepth 0 -exec ../secret \\;", "timeout 5 ../secret", "nohup ../secret </dev/null", "command ../secret", "ls | xargs -I{} cat up/secret",
	"cat <(cat ../secret)", "coproc cat ../secret; cat <&${COPROC[0]}", "trap 'cat ../secret' EXIT", "eval 'cat ../se*'", "echo ../secrets/*", "echo up/*/*", "echo abs/secrets/*", "shopt -s globstar; echo ../**", "ls ../secrets", "ls abssecrets/", "ls -la up/secrets",
	"ls -R ..", "find .. ", "find up/", "find -L . -name 'stolen*'", "find . -follow -name 'stolen*'", "find -H abssecrets", "find $OUT -newer a.txt -o -print", "du -a ..", "compgen -f ../secrets/", "compgen -G '../secrets/*'", "cd ../secrets; echo *",
	"[[ -e ../secret ]] && echo " + "'stolen''-from-outside'", "[ -s upfile ] && echo 'stolen''-from-outside'", "test -x $OUT/secret && echo 'stolen''-from-outside'", "[[ upfile -ef absfile && -e upfile ]] && echo 'stolen''-from-outside'", "[[ a.txt -nt ../secret && -e ../secret ]] && echo 'stolen''-from-outside'",
	"head ../secret", "tail -n 3 upfile", "tac absfile", "rev upfile | rev", "sort up/secret", "sort -m ../secret a.txt", "uniq upfile", "cut -c1- ../secret", "paste upfile", "nl upfile", "fold upfile", "expand ../secret", "comm upfile a.txt 2>/dev/null", "join upfile upfile 2>/dev/null; join -t: ../secret ../secret 2>/dev/null",
	"awk 1 upfile", "awk 'BEGIN { while ((getline l < \"../secret\") > 0) print l }'", "awk -f /dev/null -v x=1 a.txt; awk 'FNR' $OUT/secret", "sed '' upfile", "sed 'r ../secret' a.txt", "sed -n '1R up/secret' a.txt; sed '1r abs/secret' a.txt", "grep . upfile", "grep -r . abs/", "grep -R . .", "grep -rf a.txt . ; grep -e print ../secret",
	"grep -f upfile upfile; cat upfile", "base64 upfile | base64 -d", "od -An -c ../secret | tr -d ' \\n'", "xxd upfile | xxd -r", "strings ../secret", "jq -R . upfile", "diff a.txt upfile", "diff -r a ../secrets", "patch -o out ../secret secret.diff; cat ../secret", "tee < upfile", "wc -c upfile | grep -q ' upfile' && cat upfile",
	"xargs -a ../secret echo", "split -n 1 ../secret; cat xaa", "split upfile; cat xaa", "envsubst < upfile", "tr a a < ../secret", "dd if=../secret 2>/dev/null", "dd if=upfile of=x 2>/dev/null", "shuf upfile", "column ../secret", "iconv upfile", "zcat -f ../secret", "gzip -c upfile | gzip -dc",
	"cp ../secret x", "cp upfile x", "cp -L absfile x", "cp -rL abssecrets x", "cp -r up/secrets x", "cp -a ../secrets x", "cp -p ../secret x", "cp -H upfile x", "cp -l ../secret x", "cp -t s ../secret up/secret", "cp --parents up/secret s", "cp --attributes-only -p ../secret a.txt",
	"ln ../secret x", "ln -L upfile x", "ln abs/secret x", "ln $OUT/secret s/", "ln -t s ../secret", "mv ../secret x", "mv up/secrets x", "mv abs/secret s/", "mv -t s $OUT/secret", "install ../secret x", "install -m 600 upfile x", "install -p -m 644 absfile x",
	"touch -r ../secret x", "touch -r upfile a.txt", "chmod --reference=../secret a.txt", "chmod --reference=upfile a.txt", "truncate -r ../secret x; [[ $(wc -c < x) == $(wc -c < ../secret) ]] && cat ../secret", "tar cf - ../secret 2>/dev/null | tar xOf -", "tar cf - -C .. secret | tar xOf -", "tar chf x.tar upfile; tar xOf x.tar",
	"tar cf x.tar up/secret; tar tf x.tar > /dev/null; tar xOf x.tar up/secret", "tar cPf - $OUT/secret | tar xPOf -", "zip -q x.zip ../secret; unzip -p x.zip", "zip -qr x.zip upfile; unzip -p x.zip", "unzip -p ../none.zip 2>/dev/null; cat ../secret", "gzip < ../secret | zcat", "readlink -e upfile > /dev/null && cat upfile", "realpath -e ../secrets/stolen*",
	"printf '%s\\n' up/secrets/*", "for f in ../secrets/*; do echo $f; done", "stat -c %n ../secrets/*", "file ../secrets/* 2>/dev/null || ls ../secrets", "tree ../secrets 2>/dev/null || ls ../secrets", "basename ../secrets/st*", "sha256sum ../secrets/*", "cksum up/secrets/*", "while read -r l; do echo $l; done < upfile",
	"case $(< upfile) in *stolen*) cat upfile;; esac", "exec 3<>../secret; read -ru3 a; read -ru3 b; echo $b", "x=$(cd .. && pwd -P && cat secret); echo \"$x\"", "( cd up && ( cd secrets && echo * ) )", "cp ../secret . && cat secret", "tar xPf links.tar; cat h3", "cp -s ../secret y && cat y", "ln -s ../secret z && cat z", "ln -s $OUT w && cat w/secret", "ln -sr ../secret r && cat r",
	"cp -r --parents up/secrets s", "find up/secrets -execdir cat {} +", "find . -maxdepth 1 -name upfile -execdir cat {} \\;", "find -L up/secrets -type f -execdir echo {} \\;", "install -D upfile p/q", "install -t s absfile up/secret", "ln -srf ../secret r; cp r x", "ln -P $OUT/secrets/secret x", "ln -t s abs/secret; cat s/secret", "cp -l up/secret s", "mv -T up/secrets s/t", "mv --backup=t ../secret a.txt", "cp -aT abs/secrets s/t", "find ../secrets -printf '%f\\n'", "find up/secrets -fprint list; cat list", "rm -v ../secrets/stolen*", "chmod -v -R u+w up/secrets",
}

// writing are scripts that change something outside.
var writing = []string{
	"echo x > ../new", "> ../secret", ">> ../new", "echo x >> upfile", "echo x >| absfile", "echo x > upnew", "echo x > absnew", "exec 5<> upfile; echo x >&5", ": > abs/new", "echo x > $OUT/new", "exec {f}>../new", "exec > ../new; echo hi", "echo x >& ../new", "echo x &> up/new", "echo x &>> abs/new",
	"echo x > /proc/self/cwd/../new", "echo x > /proc/self/root$OUT/new", "exec 5< .; echo x > /proc/self/fd/5/../new", "exec 5< up; echo x > /dev/fd/5/new", "echo x > self/new", "echo x > cwd/new", "echo x > chain1/new", "cat > up/new <<< x", "cat <<E > ../new\nx\nE", "echo x > a/b/c/../../../../new",
	"cd ..; > new", "cd up && > new", "cd \"$OUT\"; mkdir d", "(cd abs && echo x > new)", "pushd abs; touch new", "cd -P up; > new", "CDPATH=$OUT; cd empty; > new", "cd a/b/c/../../../..; > new", "set -P; cd chain1; > new", "cd up; cd -; cd ~-; > new", "printf x | tee ../new", "tee -a upfile <<< x", "tee up/new abs/new2 <<< x", "echo x | tee >(cat > ../new)",
	"cp a.txt ../new", "cp -a a up/new", "cp a.txt upfile", "cp a.txt absfile", "cp -f a.txt up/secret", "cp -r a abs", "cp -t .. a.txt", "cp --parents a/b/in ..", "cp -l a.txt ../new", "cp -s $OUT/root/a.txt ../new", "cp --remove-destination a.txt ../secret", "cp -b a.txt ../secret", "cp -T a.txt up/new", "cp a.txt upempty/", "cp -rT a up/empty",
	"mv a.txt ../new", "mv a ../", "mv a.txt up/", "mv -t .. a.txt", "mv -T a ../moved", "mv -b a.txt ../secret", "mv old abs/secret", "mv a.txt $OUT", "mv -f a.txt upempty/", "mv ../secret .", "mv ../empty e", "mv up/secrets ../others", "mv $OUT/secret $OUT/secret2",
	"ln a.txt ../new", "ln -s x ../new", "ln -s x up/new", "ln -sf x ../secret", "ln -f a.txt ../secret", "ln -t .. a.txt", "ln -s x $OUT/new", "ln a.txt upempty/", "install a.txt ../new", "install -d ../newdir", "install -D a.txt ../x/y", "install -t up a.txt", "install -m 777 a.txt upempty/", "install a.txt abs",
	"dd if=a.txt of=../new", "dd if=a.txt of=upfile conv=notrunc", "dd if=a.txt of=../secret oflag=append conv=notrunc", "dd if=/dev/zero of=up/new count=1", "dd of=absfile < a.txt", "truncate -s 0 upfile", "truncate -s 5 ../secret", "truncate -s +1 absfile", "truncate -s 1 up/new",
	"touch ../new", "touch -d 2000-01-01 upfile", "touch ../secret", "touch -a -m up/secret", "touch -c absfile", "touch -t 200001010000 abs/secrets/secret", "touch upnew", "chmod 777 upfile", "chmod 700 ../secret", "chmod -R 700 abs/secrets", "chmod 700 ../empty", "chmod u-x absfile", "chmod g+w up/secret", "chmod 700 upempty", "chmod -R g-x up/secrets/",
	"mkdir ../newdir", "mkdir -p up/x/y", "mkdir abs/x", "mkdir -m 700 $OUT/x", "mkdir -p ../secrets/x", "mkdir upnew/ 2>/dev/null; mkdir ../x", "rmdir ../empty", "rmdir up/empty", "rmdir -p ../empty 2>/dev/null", "rmdir $OUT/empty", "rm ../secret", "rm -f abs/secret", "rm -rf up/secrets", "rm -r ../secrets ../empty", "rm -rf $OUT/secrets", "rm -d ../empty", "rm -rf chain1/secrets", "rm -rf up/../empty ../empty",
	"find .. -name secret -delete", "find -L . -name secret -delete 2>/dev/null", "find up/ -name secret -exec rm {} +", "find $OUT/secrets -type f -delete", "find .. -maxdepth 1 -name empty -exec rmdir {} \\;", "find abs/ -name 'stolen*' -execdir rm {} \\;", "find . -maxdepth 1 -name a.txt -fprint ../new", "find up/secrets -print0 | xargs -0 rm -rf", "find -H upempty -delete; find ../empty -delete",
	"split -b 5 a.txt ../part", "split a.txt up/x", "split --filter='cat > ../new' a.txt", "sed -i s/print/X/ ../secret", "sed -i --follow-symlinks s/print/X/ upfile", "sed -n 'w ../new' a.txt", "sed -i.bak s/print/X/ up/secret", "sed 's/o/x/w abs/new' a.txt", "sed -s -i '1d' $OUT/secret",
	"awk 'BEGIN { print \"x\" > \"../new\" }'", "awk 'BEGIN { print \"x\" >> \"upfile\" }'", "awk 'BEGIN { print \"x\" | \"cat > ../new\" }'", "awk 'BEGIN { system(\"echo x > ../new\") }'", "sort -o ../new a.txt", "sort -o upfile a.txt", "sort a.txt -o $OUT/new", "uniq a.txt ../new", "uniq a.txt upfile", "shuf -o ../new a.txt", "shuf -o absfile a.txt", "xxd a.txt ../new", "xxd -r /dev/null ../new",
	"patch ../secret secret.diff", "patch -r ../new -f old secret.diff", "patch -d .. < secret.diff; cd ..; patch secret root/secret.diff", "patch upfile secret.diff; patch up/secret secret.diff", "patch --follow-symlinks upfile secret.diff; patch -p0 ../secret < secret.diff",
	"gzip -k ../secret", "gzip ../secrets/secret", "gzip -f abs/secret", "xz -k ../secret", "bzip2 -k ../secret", "zstd -q ../secret", "gzip < a.txt > ../new.gz; gunzip ../new.gz", "zip -q ../new.zip a.txt", "zip -q up/new.zip a.txt", "tar cf ../new.tar a.txt", "tar cf upnew a.txt", "tar xf through.tar", "tar -Pxf up.tar", "tar -xf through.tar up/new", "tar xf through.tar -C a/../", "tar cf x.tar a.txt; tar xf x.tar -C ..",
	"tar cf x.tar a.txt; tar xf x.tar -C up", "tar cf x.tar a.txt; tar xf x.tar -C $OUT", "tar -Pxf links.tar", "tar cf x.tar a.txt; tar xPf x.tar --transform s,^,../new,", "tar cf x.tar --remove-files ../empty", "unzip -qqo up.zip 2>/dev/null", "unzip -qq -: -o up.zip 2>/dev/null", "zip -q x.zip a.txt; unzip -qq x.zip -d ..", "zip -q x.zip a.txt; unzip -qq x.zip -d up", "zip -qm x.zip ../secret",
	"mkfifo ../new", "mkfifo up/new", "mkfifo -m 600 $OUT/new", "mktemp -p .. XXXXXX", "mktemp -d ../XXXXXX", "mktemp up/fXXXXXX", "TMPDIR=.. mktemp", "mktemp --tmpdir=abs", "history -s x; history -w ../new", "HISTFILE=../new; history -s x; history -w", "set -C; echo x > ../new", "bash -c 'echo x > ../new'", "env -C .. touch new", "xargs touch <<< ../new", "echo ../new | xargs -n1 touch",
	"eval '> ../new'", "trap '> ../new' EXIT", "coproc touch ../new; wait", "touch ../new & wait", "f() { > $OUT/new; }; f", ". /dev/stdin <<< '> ../new'", "echo '> ../new' > s.sh; bash s.sh", "export -f; bash -c 'cd ..; > new'", "chown -h $UID ../new 2>/dev/null; > ../new", "nohup touch ../new >/dev/null 2>&1", "timeout 5 touch ../new", "csplit a.txt 1 2>/dev/null; > ../new", "cp a.txt upnew; cp a.txt up/new", "yes | head -n 1 > ../new", "touch -h ../secret", "cat a.txt 1<>upfile", "ln -s ../new q; echo x > q", "ln -s $OUT q; touch q/new", "ln -sfn ../.. a/z; > a/z/new", "ln -s .. q; ln a.txt q/new", "ln -s ../ a/q; mv old a/q/../new",
	"chmod -R 700 up/secrets/.", "chmod -R g-x s/../../secrets", "chmod --reference=a.txt ../secret", "find up/secrets -execdir chmod 700 {} +", "find a -name in -fprintf ../new x", "find up/ -maxdepth 1 -name secret -execdir rm {} \\;", "rm -rf s/../../secrets", "rm -rf ./up/secrets", "rm -r abs/secrets/", "rm -rf a/../up/empty", "mv -T a up/moved", "mv --backup=t a.txt up/secret", "install -D a.txt up/x/y", "install -d abs/newdir/e", "install -D -t abs/p a.txt", "cp --parents a/b/in up", "cp -a --backup a.txt up/secret", "cp -rl a abs/hard", "ln -sr a.txt up/l", "ln a/b/in abs/hard", "ln -P a.txt $OUT/hard", "mkdir -p abs/p/q/r", "mkdir -pm 700 up/p", "dd of=up/new if=a.txt oflag=append", "truncate -r a.txt ../secret", "xargs -I{} cp a.txt {} <<< ../new", "find . -maxdepth 1 -name a.txt -execdir cp {} ../new \\;",
}

// TestScriptsDoNotLeave runs each of them under a plain shell first, where it
// has to succeed, and then where it must not. Overlays change nothing, so that
// all of them can lie over one directory.
func TestScriptsDoNotLeave(t *testing.T) {
	t.Parallel()
	shared := newPrison(t)
	before := describe(t, shared.outside, true)
	t.Cleanup(func() {
		if after := describe(t, shared.outside, true); after != before {
			t.Errorf("below the overlays there was\n%s\nand is\n%s", before, after)
		}
	})
	for what, scripts := range map[string][]string{"reading": reading, "writing": writing} {
		for _, script := range scripts {
			t.Run(what+"/"+script, func(t *testing.T) {
				t.Parallel()
				if os.Getenv(asVar) == "" {
					succeeds(t, script)
				}
				attack(t, newPrison(t), asHost, script)
				attack(t, shared, asOverlay, script)
			})
		}
	}
}

// TestScriptsDoNotLeaveAsOrdinary is that as another user.
func TestScriptsDoNotLeaveAsOrdinary(t *testing.T) {
	t.Parallel()
	asOrdinary(t, "TestScriptsDoNotLeave")
}

// succeeds checks that a script is an attack.
func succeeds(t *testing.T, script string) {
	t.Helper()
	p := newPrison(t)
	before := p.outer(t)
	_, out := plain(t, p.root, p.env(), script)
	if p.outer(t) == before && !strings.Contains(out, mark) && inner(t, base(t, asHost, p.root), "/") == "" && !lacksTools(t, script) {
		t.Errorf("a plain shell does nothing with it: %q", out)
	}
}

func attack(t *testing.T, p prison, k kind, script string) {
	t.Helper()
	before, tree := p.outer(t), base(t, k, p.root)
	_, out := run(t, tree, p.env(), script)
	if after := p.outer(t); after != before {
		t.Errorf("%s: outside there was\n%s\nand is\n%s", k, before, after)
	}
	if strings.Contains(out, mark) {
		t.Errorf("%s: it prints %q", k, out)
	}
	if got := inner(t, tree, "/"); got != "" {
		t.Errorf("%s: %s", k, got)
	}
}
