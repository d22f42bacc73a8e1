#!/bin/bash
# a series of patches: pushed, popped, out of order, in conflict, reversed, renamed
mkdir -p a/sub b/sub series
seq 1 30 | sed 's/^/line /' > a/f
sed -e '3s/.*/changed 3/' -e '10,11d' -e '20a\
inserted A\
inserted B' -e '29s/$/ tail/' a/f > b/f
printf 'one\ntwo\nthree' > a/nonl
printf 'one\ntwo\nthree\n' > b/nonl
echo gone > a/gone
echo new > b/new
printf 'x\ty \n' > a/ws
printf 'x y\n' > b/ws
printf 'bin\0a' > a/bin
printf 'bin\0b' > b/bin
echo same | tee a/sub/s > b/sub/s
mkdir b/only
echo in > b/only/x
ln -s f a/link
ln -s nonl b/link
printf 'A\nb\nC\n' > a/case
printf 'a\nB\nC\n' > b/case
cp -r a work
cd work
for n in 1 2 3
do
    cp -r . ../w0 2> /dev/null
    case $n in 
        1)
            sed -i 's/line 5$/LINE FIVE/' f
        ;;
        2)
            sed -i '6i after five' f
            echo p2 > p2
        ;;
        3)
            rm gone
            sed -i 's/line 25/l25/' f
        ;;
    esac
    ( cd ..
    diff -ruN w0 work | sed -E 's/^(---|\+\+\+) ([^\t]*)\t.*/\1 \2/' > series/$n.patch )
    rm -rf ../w0
done
cd ..
grep -c '^@@' series/*
rm -rf work
cp -r a work
cd work
push() {
    local p
    for p in ../series/*.patch
    do
        echo "== ${p##*/}"
        patch -p1 -s < "$p" || return
    done
}
pop_() {
    local p
    for p in $(ls -r ../series/*.patch)
    do
        patch -p1 -R < "$p" || return
    done
}
push
echo "push $?"
ls
pop_
echo "pop $?"
diff -r . ../a && echo "back to the start"
patch -p1 --dry-run < ../series/2.patch
patch -p1 < ../series/3.patch
patch -p1 --fuzz=0 < ../series/2.patch
echo "out of order: $?"
ls
rm -f *.orig *.rej
sed -i 's/line 5$/something else/; s/line 4$/also/' f
patch -p1 < ../series/1.patch
echo "conflict: $?"
cat f.rej
diff f f.orig
rm f.rej f.orig
patch -p1 -r - < ../series/1.patch
ls *.rej
sed -n '/<<<<<<</,/>>>>>>>/p' f
cp ../a/f f
sed -i '1i shift 1\nshift 2' f
patch -p1 < ../series/1.patch
patch -p1 -R -f < ../series/1.patch
patch -b -z .sav -p1 < ../series/1.patch
ls *.sav
patch -p1 -N < ../series/1.patch
echo "already $?"
rm -f *.rej *.orig
patch -p1 -R -V numbered -b < ../series/1.patch
ls f*
rm -f f.*
patch f < <(diff -u f <(sed 1,2d f))
head -1 f
patch f < <(diff f <(sed '1s/1/one/' f))
head -1 f
patch f < <(diff -c f <(sed '1s/one/1/' f))
head -1 f
diff -e f <(sed '2d' f) | patch -e f
wc -l < f
patch -p9 < ../series/1.patch
patch -p1 < /dev/null
echo "empty $?"
echo garbage | patch -p1
echo "garbage $?"
patch nofile < <(echo 'x')
sed 's/^ line 7/ line seven/' ../series/1.patch | patch -p1
echo "fuzz $?"
printf -- '--- a/deep/er/n\n+++ b/deep/er/n\n@@ -0,0 +1 @@\n+made\n' | patch -p1
cat deep/er/n
printf -- '--- a/deep/er/n\n+++ /dev/null\n@@ -1 +0,0 @@\n-made\n' | patch -p1 -E
ls -d deep 2>&1
printf -- '--- ../../evil\n+++ ../../evil\n@@ -0,0 +1 @@\n+x\n' | patch -p0
echo "evil $?"
printf 'diff --git a/m b/m\nnew file mode 100755\n--- /dev/null\n+++ b/m\n@@ -0,0 +1 @@\n+#!\n' | patch -p1
stat -c %a m
printf 'diff --git a/m b/n\nsimilarity index 100%%\nrename from m\nrename to n\n' | patch -p1
ls m n
stat -c %a n
cd ..
