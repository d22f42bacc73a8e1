#!/bin/bash
seq 1 16 > README.md
# mini make: parses rules, variables, patterns, automatic variables, order, cycles, timestamps
declare -A DEPS RECIPE VAR STATE
declare -a ORDER PHONY PATTERNS
MF=Build.mk
cat > $MF <<'M'
# build file
CC := echo-cc
CFLAGS = -O2 $(EXTRA)
EXTRA := -g
OBJS = main.o util.o
OUT ?= prog
OBJS += extra.o

.PHONY: all clean
all: $(OUT) docs

$(OUT): $(OBJS)
	@echo "link $@ from $^"
	cat $^ > $@

%.o: %.c
	@echo "$(CC) $(CFLAGS) -c $< -o $@"
	@sed 's/^/obj:/' $< > $@

docs: \
  README.md
	@wc -l < $< | tr -d ' '
clean:
	-rm -f *.o $(OUT) nonexist/file
	@false
	@echo not reached
loop1: loop2
loop2: loop1
M
expand() {
  local s=$1 n v out=
  while [[ $s =~ ^([^$]*)\$\(([A-Za-z_]+)\)(.*)$ ]]; do
    n=${BASH_REMATCH[2]} out+=${BASH_REMATCH[1]} s=${BASH_REMATCH[3]}
    v=${VAR[$n]-}; [[ $v == *'$('* ]] && v=$(expand "$v"); out+=$v
  done
  printf '%s' "$out$s"
}
parse() {
  local line target="" t more
  while IFS= read -r line || [[ -n $line ]]; do
    while [[ $line == *\\ ]]; do IFS= read -r more || break; line="${line%\\}${more#"${more%%[! ]*}"}"; done
    [[ $line =~ ^[[:space:]]*(#.*)?$ ]] && continue
    if [[ $line == $'\t'* ]]; then for t in $target; do RECIPE[$t]+="${line#$'\t'}"$'\n'; done; continue; fi
    if [[ $line =~ ^([A-Za-z_]+)[[:space:]]*(:|\?|\+)?=[[:space:]]*(.*)$ ]]; then
      local n=${BASH_REMATCH[1]} op=${BASH_REMATCH[2]} v=${BASH_REMATCH[3]}
      case $op in :) VAR[$n]=$(expand "$v");; '?') : "${VAR[$n]=$v}";; +) VAR[$n]+=" $v";; *) VAR[$n]=$v;; esac; continue
    fi
    if [[ $line == *:* ]]; then
      target=$(expand "${line%%:*}"); local d; d=$(expand "${line#*:}")
      if [[ $target == .PHONY ]]; then PHONY+=($d); continue; fi
      for t in $target; do DEPS[$t]+=" $d"; [[ $t == *%* ]] && PATTERNS+=("$t") || ORDER+=("$t"); done; continue
    fi
    echo "$MF: bad line: $line" >&2; exit 2
  done
}
is_phony() { local p; for p in "${PHONY[@]}"; do [[ $p == "$1" ]] && return 0; done; return 1; }
lookup() { # sets deps, recipe, stem
  deps=${DEPS[$1]-} recipe=${RECIPE[$1]-} stem=
  [[ -n $recipe || -v DEPS[$1] ]] && return 0
  local p; for p in "${PATTERNS[@]}"; do
    if [[ $1 == ${p/\%/*} ]]; then stem=${1#"${p%%\%*}"}; stem=${stem%"${p#*\%}"}; deps=${DEPS[$p]//%/$stem} recipe=${RECIPE[$p]}; [[ -e ${deps// /} ]] && return 0; fi
  done
  deps= recipe=; [[ -e $1 ]] && return 0
  echo "make: *** No rule to make target '$1'${2:+, needed by '$2'}.  Stop." >&2; return 2
}
build() {
  local t=$1 by=${2-} deps recipe stem d need=0 line rc
  case ${STATE[$t]-} in done) return 0;; active) echo "make: Circular $by <- $t dependency dropped." >&2; return 0;; esac
  STATE[$t]=active
  lookup "$t" "$by" || return
  local mydeps=$deps myrecipe=$recipe mystem=$stem
  for d in $mydeps; do build "$d" "$t" || return; done
  if is_phony "$t" || [[ ! -e $t ]]; then need=1; else for d in $mydeps; do [[ $d -nt $t ]] && need=1; done; fi
  if (( need )) && [[ -n $myrecipe ]]; then
    ran=1
    while IFS= read -r line; do
      [[ -z $line ]] && continue
      local quiet=0 ignore=0
      while [[ $line == [@-]* ]]; do case $line in @*) quiet=1;; -*) ignore=1;; esac; line=${line:1}; done
      line=$(expand "$line"); set -- $mydeps
      line=${line//'$@'/$t}; line=${line//'$<'/${1-}}; line=${line//'$^'/${mydeps# }}; line=${line//'$*'/$mystem}; line=${line//'$$'/'$'}
      (( quiet )) || echo "$line"
      sh -c "$line" < /dev/null; rc=$?
      if (( rc )); then if (( ignore )); then echo "make: [$t] Error $rc (ignored)"; else echo "make: *** [$MF: $t] Error $rc"; return 2; fi; fi
    done <<< "$myrecipe"
  fi
  STATE[$t]=done
}
make() { STATE=(); ran=0; local t; for t in "${@:-${ORDER[0]}}"; do build "$t" || { echo "make failed: $?"; return 2; }; (( ran )) || echo "make: '$t' is up to date."; done; }
parse < $MF
for v in CC CFLAGS OBJS OUT; do printf '%s=%s -> %s\n' "$v" "${VAR[$v]}" "$(expand "\$($v)")"; done
printf '%s |' "${ORDER[@]}"; echo "${PATTERNS[*]} ${PHONY[*]}"
for f in main util extra; do echo "int $f;" > $f.c; done
make; echo "== again"; make; echo "== touched"; touch -d '+1 hour' util.c; make prog; cat prog
make prog; make nothing; make loop1; make clean; ls *.o 2>&1
