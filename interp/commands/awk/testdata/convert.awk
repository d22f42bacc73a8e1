# Turns separated values into aligned columns, and those into JSON.
function quote(s) {
	gsub(/\\/, "\\\\", s)
	gsub(/"/, "\\\"", s)
	gsub(/\t/, "\\t", s)
	if (s ~ /^-?[0-9]+(\.[0-9]+)?$/)
		return s
	return "\"" s "\""
}

function cells(line, out,   n, c, cell, inside, i) {
	for (i in out)
		delete out[i]
	n = 1
	cell = ""
	for (i = 1; i <= length(line); i++) {
		c = substr(line, i, 1)
		if (inside) {
			if (c == "\"" && substr(line, i + 1, 1) == "\"") {
				cell = cell c
				i++
			} else if (c == "\"")
				inside = 0
			else
				cell = cell c
		} else if (c == "\"")
			inside = 1
		else if (c == ",") {
			out[n++] = cell
			cell = ""
		} else
			cell = cell c
	}
	out[n] = cell
	return n
}

NR == 1 {
	columns = cells($0, head)
	for (i = 1; i <= columns; i++)
		width[i] = length(head[i])
	next
}

{
	n = cells($0, row)
	for (i = 1; i <= n; i++) {
		table[NR - 1, i] = row[i]
		if (length(row[i]) > width[i])
			width[i] = length(row[i])
	}
	rows++
}

END {
	for (r = 1; r <= rows; r++) {
		for (i = 1; i <= columns; i++)
			printf "%-*s%s", width[i], table[r, i], i < columns ? " | " : "\n"
	}
	printf "["
	for (r = 1; r <= rows; r++) {
		printf "%s{", r > 1 ? "," : ""
		for (i = 1; i <= columns; i++)
			printf "%s\"%s\":%s", i > 1 ? "," : "", head[i], quote(table[r, i])
		printf "}"
	}
	print "]"
}
