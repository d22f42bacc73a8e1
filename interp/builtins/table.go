package builtins

import "sync"

// Table is all builtins by name. It must not be changed.
func Table() map[string]Info { return table() }

var table = sync.OnceValue(func() map[string]Info {
	out := make(map[string]Info, len(manual()))
	for name, run := range runners() {
		text := manual()[name]
		out[name] = Info{
			Name: name, Run: run, Special: isSpecial(name), Declares: declares(name),
			Synopsis: text.synopsis, Help: text.text,
		}
	}
	return out
})

// IsBuiltin tells whether a builtin of that name exists, disabled or not.
func IsBuiltin(name string) bool {
	p, ok := manual()[name]
	return ok && !p.syntax
}

func synopsis(name string) string { return manual()[name].synopsis }

// isSpecial tells the special builtins (POSIX XCU 2.14; bash(1), POSIX mode).
func isSpecial(name string) bool {
	switch name {
	case ":", ".", "source", "break", "continue", "eval", "exec", "exit", "export", "readonly",
		"return", "set", "shift", "times", "trap", "unset":
		return true
	}
	return false
}

func declares(name string) bool {
	switch name {
	case "declare", "typeset", "local", "export", "readonly":
		return true
	}
	return false
}

func runners() map[string]Builtin {
	return map[string]Builtin{
		":": runTrue, "true": runTrue, "false": runFalse,
		"break": runBreak, "continue": runBreak, "return": runReturn, "exit": runExit,
		"logout": runLogout, "shift": runShift,
		"echo": runEcho, "printf": runPrintf, "read": runRead,
		"mapfile": runMapfile, "readarray": runMapfile,
		"cd": runCd, "pwd": runPwd, "dirs": runDirs, "pushd": runPushd, "popd": runPopd,
		"test": runTest, "[": runTest, "let": runLet,
		"set": runSet, "shopt": runShopt, "unset": runUnset,
		"declare": runDeclare, "typeset": runDeclare, "local": runDeclare,
		"export": runExport, "readonly": runExport,
		"eval": runEval, ".": runSource, "source": runSource, "exec": runExec,
		"builtin": runBuiltin, "command": runCommand, "type": runType,
		"trap": runTrap, "help": runHelp,
		"alias": runAlias, "unalias": runUnalias, "hash": runHash, "umask": runUmask, "ulimit": runUlimit,
		"getopts": runGetopts, "enable": runEnable, "caller": runCaller, "times": runTimes,
		"suspend": runSuspend, "fg": runForeground, "bg": runBackground, "bind": runBind,
		"jobs": runJobs, "disown": runDisown, "wait": runWait, "kill": runKill,
		"history": runHistory, "fc": runFc,
		"complete": runComplete, "compgen": runCompgen, "compopt": runCompopt,
	}
}
