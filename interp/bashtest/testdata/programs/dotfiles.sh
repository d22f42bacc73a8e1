#!/bin/bash
# a manager of dot files: links, backups, templates, status, and taking it all back
set -Eeuo pipefail
shopt -s dotglob nullglob globstar extglob
HOME=$PWD/home
export HOME
DOTS=$HOME/.dots
STATE=$HOME/.local/state/dots
mkdir -p "$HOME" "$DOTS"/{bash,vim/.vim/colors,git,bin/.local/bin} "$STATE"
printf 'alias ll="ls -l"\n' > "$DOTS/bash/.bashrc"
echo 'set nu' > "$DOTS/vim/.vimrc"
echo 'hi x' > "$DOTS/vim/.vim/colors/mine.vim"
cat > "$DOTS/git/.gitconfig.tmpl" <<'T'
[user]
	name = {{name}}
	email = {{email|nobody@example.org}}
{{#if signing}}
[commit]
	gpgsign = true
	key = {{signing}}
{{/if}}
{{#if nothing}}
never
{{/if}}
T

printf '#!/bin/sh\necho "tool $*"\n' > "$DOTS/bin/.local/bin/tool"
chmod +x "$DOTS/bin/.local/bin/tool"
printf '%s\n' '# vars' 'name = Ada "A" Lovelace' 'signing=ABC&/DEF' > "$DOTS/vars"
echo 'old rc' > "$HOME/.bashrc"
declare -A VARS=() C=([ok]=0 [linked]=0 [backup]=0 [removed]=0)
load_vars() {
    local k v
    while IFS='=' read -r k v; do
        k=${k%%+( )}
        [[ -n $k && $k != \#* ]] || continue
        VARS[$k]=${v##+( )}
    done < "$1"
}
render() {
    local line out key def skip=0
    local re='\{\{ *([a-z_]+)(\|([^}]*))? *\}\}'
    while IFS= read -r line || [[ -n $line ]]; do
        if [[ $line =~ ^\{\{#if\ ([a-z]+)\}\}$ ]]; then
            [[ -v VARS[${BASH_REMATCH[1]}] ]] || skip=1
            continue
        fi
        [[ $line == '{{/if}}' ]] && {
            skip=0
            continue
        }
        ((skip)) && continue
        out=
        while [[ $line =~ $re ]]; do
            key=${BASH_REMATCH[1]} def=${BASH_REMATCH[3]}
            local m=${BASH_REMATCH[0]}
            out+=${line%%"$m"*}${VARS[$key]-${def:-<$key?>}}
            line=${line#*"$m"}
        done
        printf '%s\n' "$out$line"
    done < "$1" > "$2"
}
link_one() {
    local src=$1 dst=$2 rel
    mkdir -p "${dst%/*}"
    rel=$(realpath --relative-to="${dst%/*}" "$src")
    if [[ -L $dst && $(readlink "$dst") == "$rel" ]]; then
        ((++C[ok]))
        return
    fi
    if [[ -e $dst || -L $dst ]]; then
        mv -- "$dst" "$dst.bak"
        echo "$dst" >> "$STATE/backups"
        ((++C[backup]))
    fi
    ln -s "$rel" "$dst"
    echo "$dst" >> "$STATE/links"
    ((++C[linked]))
}
install_pkg() {
    local pkg=$1 f rel
    [[ -d $DOTS/$pkg ]] || {
        echo "no package: $pkg" 1>&2
        return 2
    }
    for f in "$DOTS/$pkg"/**
    do
        [[ -f $f ]] || continue
        rel=${f#"$DOTS/$pkg/"}
        if [[ $rel == *.tmpl ]]; then
            render "$f" "$HOME/${rel%.tmpl}"
            echo "rendered ${rel%.tmpl}"
        else
            link_one "$f" "$HOME/$rel"
        fi
    done
}
status() {
    local l t
    while IFS= read -r l; do
        t=$(readlink -m -- "$l")
        if [[ ! -L $l ]]; then
            s=gone
        else
            if [[ ! -e $l ]]; then
                s=broken
            else
                s=linked
            fi
        fi
        printf '%-8s %-30s -> %s\n' "$s" "${l/#$HOME/\~}" "${t/#"$HOME"/'~'}"
    done < <(sort -u "$STATE/links")
}
uninstall() {
    local l
    while IFS= read -r l; do
        [[ -L $l ]] && {
            rm -- "$l"
            ((++C[removed]))
        }
        [[ -e $l.bak ]] && mv -- "$l.bak" "$l"
    done < <(tac "$STATE/links")
    rm -f "$STATE"/*
    find "$HOME" -mindepth 1 -type d -empty -delete
}
load_vars "$DOTS/vars"
declare -p VARS | tr ' ' '\n' | sort | head -3
for p in bash vim git bin
do
    install_pkg "$p"
done
install_pkg nope || echo "refused $?"
install_pkg bash
for k in $(printf '%s\n' "${!C[@]}" | sort)
do
    echo "$k=${C[$k]}"
done
status
cat "$HOME/.gitconfig"
"$HOME/.local/bin/tool" a b || sh "$HOME/.local/bin/tool" a b
rm "$DOTS/vim/.vimrc"
rm "$HOME/.vim/colors/mine.vim"
status
find "$HOME" -path "$DOTS" -prune -o \( -type l -printf '%P -> %l\n' \) -o -type f -printf '%P %s\n' | sort
find "$HOME" -xtype l | sed "s|$HOME|~|"
ls -A "$HOME"
echo **/*.vim
printf '%s\n' home/.+([a-z])rc
uninstall
echo "removed ${C[removed]}"
cat "$HOME/.bashrc"
find home -type d | sort
diff <(cd "$DOTS" && find . -type f | sort) <(printf '%s\n' ./bash/.bashrc ./bin/.local/bin/tool ./git/.gitconfig.tmpl ./vars ./vim/.vim/colors/mine.vim) && echo 'as expected'
cd "$HOME"
pwd | sed "s|$HOME|~|"
cd ~-
cd ~
cd - > /dev/null
dirs -p | sed 's|.*/||' | head -2
echo ~+/x ~-/y | sed "s|$PWD|P|g; s|$HOME|~|g"
pushd ~/.dots > /dev/null
popd | sed 's|/.*/||'
( cd "$DOTS/bash" && cp --parents .bashrc "$HOME/" 2>&1
mkdir -p a/b && cp -a .bashrc a/b/ && mv -T a z && ls -R . )
install -d -m 700 "$HOME/.ssh"
install -m 600 /dev/null "$HOME/.ssh/config"
stat -c '%A %n' "$HOME/.ssh" "$HOME/.ssh/config" | sed "s|$HOME|~|"
umask 077
touch u
mkdir v
stat -c '%a' u v
umask -S
umask 022
chmod u=rwX,go=rX u v
chmod -R a+X,o-r .
stat -c '%a' u v
ln u u2
stat -c %h u
ln -s loop loop
cat loop || echo "loop $?"
[[ u -ef u2 ]] && echo same
cp -l u u3
stat -c %h u3
trap 'echo "ERR $? at $LINENO: $BASH_COMMAND"' ERR
f() {
    false
    echo "in f"
}
set +e
f
ls nosuch 2> /dev/null
( exit 3 )
! false
if false; then
    :
fi
false || true
x=$(false)
echo end
