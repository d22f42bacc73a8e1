# A calculator: recursive descent over lines such as 2 * (3 + x), with variables.
function peek() { return at <= length(src) ? substr(src, at, 1) : "" }
function skip() { while (peek() ~ /[ \t]/) at++ }

function sum(   v, op) {
	v = product()
	for (skip(); (op = peek()) == "+" || op == "-"; skip()) {
		at++
		v = op == "+" ? v + product() : v - product()
	}
	return v
}

function product(   v, op, w) {
	v = power()
	for (skip(); (op = peek()) == "*" || op == "/" || op == "%"; skip()) {
		at++
		w = power()
		if (op == "*")
			v *= w
		else if (w == 0) {
			bad = "division by zero"
			return 0
		} else if (op == "/")
			v /= w
		else
			v %= w
	}
	return v
}

function power(   v) {
	v = atom()
	skip()
	if (peek() == "^") {
		at++
		return v ^ power()
	}
	return v
}

function atom(   v, name) {
	skip()
	if (peek() == "(") {
		at++
		v = sum()
		skip()
		if (peek() != ")")
			bad = "missing )"
		at++
		return v
	}
	if (peek() == "-") {
		at++
		return -atom()
	}
	if (match(substr(src, at), /^[0-9]*\.?[0-9]+/)) {
		v = substr(src, at, RLENGTH)
		at += RLENGTH
		return v + 0
	}
	if (match(substr(src, at), /^[a-z][a-z0-9]*/)) {
		name = substr(src, at, RLENGTH)
		at += RLENGTH
		if (!(name in vars))
			bad = "unknown " name
		return vars[name]
	}
	bad = "syntax at " at
	return 0
}

/^[ \t]*(#|$)/ { next }

{
	src = $0
	at = 1
	bad = name = ""
	if (match(src, /^[a-z][a-z0-9]*[ \t]*=/)) {
		name = substr(src, 1, RLENGTH - 1)
		sub(/[ \t]+$/, "", name)
		at = RLENGTH + 1
	}
	v = sum()
	skip()
	if (bad == "" && at <= length(src))
		bad = "rest " substr(src, at)
	if (bad != "")
		print NR ": " bad
	else if (name != "")
		vars[name] = v
	else
		printf "%s = %.6g\n", $0, v
}

END { print NR, NF }
