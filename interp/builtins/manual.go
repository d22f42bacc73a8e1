package builtins

import "sync"

// A page is what `help` knows of a builtin or a construct, in our own words.
// The synopsis is bash's, because error messages show it.
type page struct {
	synopsis string
	summary  string
	// text is what follows the summary, without indentation.
	text string
	// syntax is set for constructs of the language, which are no builtins.
	syntax bool
}

const (
	completionOptions = "[-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix]"
	declareOptions    = "[-aAfFgiIlnrtux] [name[=value] ...] or declare -p [-aAfFilnrtux] [name ...]"
	typesetOptions    = "[-aAfFgiIlnrtux] name[=value] ... or typeset -p [-aAfFilnrtux] [name ...]"
	mapOptions        = "[-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]"
	declareText       = "-a array, -A associative array, -i integer, -l lower case, -u upper case,\n-n reference to another name, -r readonly, -t trace, -x export; + takes the\nattribute away. -f functions, -F their names, -g global, -I inherit the outer\nvalue, -p show. In a function the names become local."
	mapText           = "-d DELIM ends a line instead of newline, -n at most N lines, -O first index,\n-s skip N lines, -t drop the delimiter, -u read descriptor FD,\n-C call CALLBACK with index and line after every QUANTUM (-c) lines."
)

// manual is not changed.
var manual = sync.OnceValue(func() map[string]page {
	return map[string]page{
		":":         {synopsis: ":", summary: "Do nothing, successfully.", text: "Arguments are expanded and ignored. Status 0."},
		".":         {synopsis: ". filename [arguments]", summary: "Run the commands of a file in this shell.", text: "A name without a slash is looked for in PATH, then here. ARGUMENTS are the\npositional parameters while it runs. Status: of its last command."},
		"[":         {synopsis: "[ arg... ]", summary: "Decide a condition, like test.", text: "The last argument must be ]."},
		"alias":     {synopsis: "alias [-p] [name[=value] ... ]", summary: "Define or show aliases.", text: "Without arguments, or with -p, all are listed so that they can be read back.\nStatus 1 for a name that is no alias."},
		"bg":        {synopsis: "bg [job_spec ...]", summary: "Let stopped jobs go on in the background.", text: "Needs job control."},
		"bind":      {synopsis: "bind [-lpsvPSVX] [-m keymap] [-f filename] [-q name] [-u name] [-r keyseq] [-x keyseq:shell-command] [keyseq:readline-function or readline-command]", summary: "Set key bindings of the line editor.", text: "Without line editing it only warns."},
		"break":     {synopsis: "break [n]", summary: "Leave a loop.", text: "Leaves N loops, the innermost without N. Status 0 unless N is below 1."},
		"builtin":   {synopsis: "builtin [shell-builtin [arg ...]]", summary: "Run a builtin even where a function has its name.", text: "Status: of the builtin; 1 if there is none of that name."},
		"caller":    {synopsis: "caller [expr]", summary: "Show where the running function was called.", text: "Prints line and file; with a number, that level of the call stack: line,\nfunction, file. Status 1 outside functions and beyond the stack."},
		"cd":        {synopsis: "cd [-L|[-P [-e]] [-@]] [dir]", summary: "Change the working directory.", text: "To DIR, to $HOME without it, to $OLDPWD for -. CDPATH is searched for a\nrelative DIR. -L keeps symbolic links in the path, -P resolves them; -e fails\nif the result can not be told. Sets PWD and OLDPWD."},
		"command":   {synopsis: "command [-pVv] command [arg ...]", summary: "Run a command, functions left out, or describe it.", text: "-p uses a default PATH, -v shows what would run in a word, -V in a sentence."},
		"compgen":   {synopsis: "compgen [-abcdefgjksuv] " + completionOptions + " [word]", summary: "Print possible completions.", text: "Takes the options of complete and prints what they generate and WORD begins.\nStatus 1 for nothing."},
		"complete":  {synopsis: "complete [-abcdefgjksuv] [-pr] [-DEI] " + completionOptions + " [name ...]", summary: "Say how arguments are completed.", text: "-p shows, -r removes; -D for commands without a rule, -E for the empty line,\n-I for the first word."},
		"compopt":   {synopsis: "compopt [-o|+o option] [-DEI] [name ...]", summary: "Change the options of completion rules.", text: "Without names, those of the completion that runs."},
		"continue":  {synopsis: "continue [n]", summary: "Begin the next round of a loop.", text: "Of the Nth enclosing loop, the innermost without N."},
		"declare":   {synopsis: "declare " + declareOptions, summary: "Set variables and their attributes.", text: declareText},
		"dirs":      {synopsis: "dirs [-clpv] [+N] [-N]", summary: "Show the directory stack.", text: "-c empties it, -l writes the home directory out, -p one to a line, -v with\nnumbers; +N and -N one entry, from the left and from the right."},
		"disown":    {synopsis: "disown [-h] [-ar] [jobspec ... | pid ...]", summary: "Forget jobs.", text: "-h only keeps SIGHUP away from them, -a all jobs, -r running ones."},
		"echo":      {synopsis: "echo [-neE] [arg ...]", summary: "Print the arguments.", text: "-n without newline, -e with backslash escapes, -E without."},
		"enable":    {synopsis: "enable [-a] [-dnps] [-f filename] [name ...]", summary: "Switch builtins on and off.", text: "-n off; -p, or no name, lists; -a lists both kinds, -s special ones. Builtins\ncan not be loaded (-f) or unloaded (-d)."},
		"eval":      {synopsis: "eval [arg ...]", summary: "Run the arguments as shell text.", text: "They are joined with spaces first."},
		"exec":      {synopsis: "exec [-cl] [-a name] [command [argument ...]] [redirection ...]", summary: "Let a command take the shell's place.", text: "-c with an empty environment, -l as a login shell, -a under another name.\nWithout a command, redirections stay in force."},
		"exit":      {synopsis: "exit [n]", summary: "End the shell.", text: "With status N, or that of the last command."},
		"export":    {synopsis: "export [-fn] [name[=value] ...] or export -p", summary: "Put variables into the environment of commands.", text: "-f functions, -n take them out, -p show."},
		"false":     {synopsis: "false", summary: "Do nothing, unsuccessfully.", text: "Status 1."},
		"fc":        {synopsis: "fc [-e ename] [-lnr] [first] [last] or fc -s [pat=rep] [command]", summary: "Show commands of the history or run them again.", text: "-l lists, -n without numbers, -r newest first; -s runs one again, PAT\nreplaced by REP. There is no editor here."},
		"fg":        {synopsis: "fg [job_spec]", summary: "Bring a job to the foreground.", text: "Needs job control."},
		"getopts":   {synopsis: "getopts optstring name [arg ...]", summary: "Take the next option off the arguments.", text: "NAME gets the letter, OPTARG the option's argument, OPTIND the next index. A\ncolon after a letter means an argument, one in front silent errors."},
		"hash":      {synopsis: "hash [-lr] [-p pathname] [-dt] [name ...]", summary: "Remember or show where commands are.", text: "-d forgets names, -r all, -l lists so that it can be read back, -p sets a\npath, -t shows it."},
		"help":      {synopsis: "help [-dms] [pattern ...]", summary: "Say what builtins do.", text: "-d one line, -m as a manual page, -s the synopsis."},
		"history":   {synopsis: "history [-c] [-d offset] [n] or history -anrw [filename] or history -ps arg [arg...]", summary: "Show or change the history.", text: "N shows the last N lines; -c empties it, -d deletes, -s adds, -p expands and\nprints; -a, -n, -r and -w work on a file."},
		"jobs":      {synopsis: "jobs [-lnprs] [jobspec ...] or jobs -x command [args]", summary: "Show background jobs.", text: "-l with process ids, -p those alone, -n changes, -r running, -s stopped; -x\nruns a command with job specifications replaced by process ids."},
		"kill":      {synopsis: "kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]", summary: "Send a signal.", text: "SIGTERM without another. -l lists the signals or translates names and\nnumbers."},
		"let":       {synopsis: "let arg [arg ...]", summary: "Evaluate arithmetic expressions.", text: "Status 1 if the last one is 0."},
		"local":     {synopsis: "local [option] name[=value] ...", summary: "Make variables of the running function.", text: "Takes the options of declare. The name - saves the shell's options."},
		"logout":    {synopsis: "logout [n]", summary: "End a login shell.", text: "Status N."},
		"mapfile":   {synopsis: "mapfile " + mapOptions, summary: "Read lines into an array.", text: mapText},
		"popd":      {synopsis: "popd [-n] [+N | -N]", summary: "Take a directory off the stack.", text: "The top one, and go to the one below; +N and -N another; -n stay here."},
		"printf":    {synopsis: "printf [-v var] format [arguments]", summary: "Print with a format.", text: "-v assigns the result. Beyond printf(1): %b with escapes undone, %q and %Q\nquoted for the shell, %(FORMAT)T times. The format is used again while\narguments are left."},
		"pushd":     {synopsis: "pushd [-n] [+N | -N | dir]", summary: "Put a directory on the stack and go there.", text: "Without DIR the two top ones change places; +N and -N turn the stack; -n stay\nhere."},
		"pwd":       {synopsis: "pwd [-LP]", summary: "Print the working directory.", text: "-P without symbolic links."},
		"read":      {synopsis: "read [-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u fd] [name ...]", summary: "Read a line into variables.", text: "-r keep backslashes, -a into an array, -d another end of line, -n at most and\n-N exactly so many characters, -t seconds to wait, -u descriptor. Status 1 at\nthe end of the file, above 128 after the time."},
		"readarray": {synopsis: "readarray " + mapOptions, summary: "Read lines into an array.", text: mapText},
		"readonly":  {synopsis: "readonly [-aAf] [name[=value] ...] or readonly -p", summary: "Make variables unchangeable.", text: "-a arrays, -A associative ones, -f functions, -p show."},
		"return":    {synopsis: "return [n]", summary: "Leave a function or sourced file.", text: "With status N, or that of the last command."},
		"set":       {synopsis: "set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]", summary: "Set options and positional parameters.", text: "+ switches off. Alone it lists variables, with -o or +o the options."},
		"shift":     {synopsis: "shift [n]", summary: "Drop positional parameters.", text: "The first N, or 1. Status 1 if there are fewer."},
		"shopt":     {synopsis: "shopt [-pqsu] [-o] [optname ...]", summary: "Set and show options of the shell.", text: "-s on, -u off, -q only the status, -p as commands, -o those of set -o."},
		"source":    {synopsis: "source filename [arguments]", summary: "Run the commands of a file in this shell.", text: "See `help .'."},
		"suspend":   {synopsis: "suspend [-f]", summary: "Stop the shell until SIGCONT.", text: "Needs job control."},
		"test":      {synopsis: "test [expr]", summary: "Decide a condition.", text: "Files: -a -b -c -d -e -f -g -h -k -p -r -s -t -u -w -x -G -L -N -O -S, -ef -nt\n-ot. Strings: -n -z = != < >. Numbers: -eq -ne -lt -le -gt -ge. Shell: -o -v\n-R. Joined with ! -a -o ( ). Status 0 true, 1 false, 2 wrong."},
		"times":     {synopsis: "times", summary: "Show processor time.", text: "User and system time of the shell, then of its children."},
		"trap":      {synopsis: "trap [-lp] [[arg] signal_spec ...]", summary: "Run commands on signals and events.", text: "An empty ARG ignores, - restores. Also EXIT (0), DEBUG, ERR and RETURN. -p\nshows, -l lists the signals."},
		"true":      {synopsis: "true", summary: "Do nothing, successfully.", text: "Status 0."},
		"type":      {synopsis: "type [-afptP] name [name ...]", summary: "Tell what a name would run.", text: "-a all, -f no functions, -t one word, -p the file, -P the file even where\nsomething else comes first."},
		"typeset":   {synopsis: "typeset " + typesetOptions, summary: "Set variables and their attributes.", text: declareText},
		"ulimit":    {synopsis: "ulimit [-SHabcdefiklmnpqrstuvxPRT] [limit]", summary: "Show or set limits.", text: "-S soft, -H hard, -a all; the letters name the limit, -f without one."},
		"umask":     {synopsis: "umask [-p] [-S] [mode]", summary: "Show or set the file mode mask.", text: "-S in letters, -p as a command."},
		"unalias":   {synopsis: "unalias [-a] name [name ...]", summary: "Remove aliases.", text: "-a all of them."},
		"unset":     {synopsis: "unset [-f] [-v] [-n] [name ...]", summary: "Remove variables and functions.", text: "-v variables, -f functions, -n the reference itself."},
		"wait":      {synopsis: "wait [-fn] [-p var] [id ...]", summary: "Wait for jobs.", text: "For all, or those named; -n for the next one, -p names it in VAR. Status: of\nthe last one, 127 for an unknown one."},

		"%":         {syntax: true, synopsis: "job_spec [&]", summary: "Bring a job to the foreground.", text: "The same as fg; with & as bg."},
		"(( ... ))": {syntax: true, synopsis: "(( expression ))", summary: "Evaluate arithmetic.", text: "Status 1 for 0."},
		"[[ ... ]]": {syntax: true, synopsis: "[[ expression ]]", summary: "Decide a condition.", text: "As test, with && || and, on the right of = and =~, patterns and regular\nexpressions. Words are not split."},
		"{ ... }":   {syntax: true, synopsis: "{ COMMANDS ; }", summary: "Group commands.", text: "Redirections apply to all of them."},
		"case":      {syntax: true, synopsis: "case WORD in [PATTERN [| PATTERN]...) COMMANDS ;;]... esac", summary: "Choose by pattern.", text: ";& goes on with the next commands, ;;& with the next patterns."},
		"coproc":    {syntax: true, synopsis: "coproc [NAME] command [redirections]", summary: "Run a command with pipes to and from it.", text: "Their descriptors are in the array NAME, or COPROC."},
		"for":       {syntax: true, synopsis: "for NAME [in WORDS ... ] ; do COMMANDS; done", summary: "Run commands for each word.", text: "Without `in', for each positional parameter."},
		"for ((":    {syntax: true, synopsis: "for (( exp1; exp2; exp3 )); do COMMANDS; done", summary: "Count in a loop.", text: "While EXP2 is not 0."},
		"function":  {syntax: true, synopsis: "function name { COMMANDS ; } or name () { COMMANDS ; }", summary: "Define a function.", text: "Its arguments are $1 and on."},
		"if":        {syntax: true, synopsis: "if COMMANDS; then COMMANDS; [ elif COMMANDS; then COMMANDS; ]... [ else COMMANDS; ] fi", summary: "Run commands on a condition.", text: "Status 0 if nothing ran."},
		"select":    {syntax: true, synopsis: "select NAME [in WORDS ... ;] do COMMANDS; done", summary: "Let the user choose.", text: "The answer itself is in REPLY."},
		"time":      {syntax: true, synopsis: "time [-p] pipeline", summary: "Measure how long a pipeline takes.", text: "TIMEFORMAT tells how it is shown."},
		"until":     {syntax: true, synopsis: "until COMMANDS; do COMMANDS-2; done", summary: "Repeat until a condition holds.", text: "Status 0 if nothing ran."},
		"variables": {syntax: true, synopsis: "variables - Names and meanings of some shell variables", summary: "Some variables of the shell.", text: "IFS separators, PATH where commands are, HOME, PWD, OLDPWD, CDPATH, RANDOM,\nSECONDS, LINENO, PIPESTATUS, REPLY, OPTIND, OPTARG, PS4."},
		"while":     {syntax: true, synopsis: "while COMMANDS; do COMMANDS-2; done", summary: "Repeat while a condition holds.", text: "Status 0 if nothing ran."},
	}
})
