package config

// The raw structs are the TOML file, key by key. Every field can tell whether
// it was given; nothing is checked here but the names and the types.

type rawFile struct {
	Profile         *string `toml:"profile"`
	Engine          *string `toml:"engine"`
	Dropper         *string `toml:"dropper"`
	AllowUserConfig *bool   `toml:"allow_user_config"`

	Tools    rawTools    `toml:"tools"`
	Policy   rawPolicy   `toml:"policy"`
	Landlock rawLandlock `toml:"landlock"`
	Seccomp  rawSeccomp  `toml:"seccomp"`
	Network  rawNetwork  `toml:"network"`
	Sudo     rawSudo     `toml:"sudo"`
	Interp   rawInterp   `toml:"interp"`
	Limits   rawLimits   `toml:"limits"`
	Env      rawEnv      `toml:"env"`
	Audit    rawAudit    `toml:"audit"`

	Profiles map[string]rawProfile    `toml:"profiles"`
	Users    map[string]rawAssignment `toml:"users"`
	Groups   map[string]rawAssignment `toml:"groups"`
}

type rawProfile struct {
	Base *string `toml:"base"`

	Tools    rawTools    `toml:"tools"`
	Policy   rawPolicy   `toml:"policy"`
	Landlock rawLandlock `toml:"landlock"`
	Seccomp  rawSeccomp  `toml:"seccomp"`
	Network  rawNetwork  `toml:"network"`
	Sudo     rawSudo     `toml:"sudo"`
	Interp   rawInterp   `toml:"interp"`
	Limits   rawLimits   `toml:"limits"`
	Env      rawEnv      `toml:"env"`
	Audit    rawAudit    `toml:"audit"`
}

type rawAssignment struct {
	Profile *string `toml:"profile"`
}

type rawTools struct {
	Run rawRun `toml:"run"`
}

type rawRun struct {
	BashASTMode    *string   `toml:"bash_ast_mode"`
	BashASTSubset  *string   `toml:"bash_ast_subset"`
	Expansions     *string   `toml:"expansions"`
	Shell          *string   `toml:"shell"`
	Timeout        *string   `toml:"timeout"`
	MaxOutputBytes *int64    `toml:"max_output_bytes"`
	DenyPatterns   *[]string `toml:"deny_patterns"`
	Background     *string   `toml:"background"`
	Confirm        any       `toml:"confirm"` // a word or an argument vector
}

type rawPolicy struct {
	Mode     *string   `toml:"mode"`
	Default  *string   `toml:"default"`
	Unparsed *string   `toml:"unparsed"`
	Packs    *[]string `toml:"packs"`
	Rules    []rawRule `toml:"rules"`
}

type rawRule struct {
	ID       *string   `toml:"id"`
	Commands *[]string `toml:"commands"`
	Match    *[]string `toml:"match"`
	Operands *[]string `toml:"operands"`
	Words    *[]string `toml:"words"`
	Flags    *[]string `toml:"flags"`
	Lacks    *[]string `toml:"lacks"`
	Values   *[]string `toml:"values"`
	Leading  *bool     `toml:"leading"`
	Piped    *bool     `toml:"piped"`
	Paths    *[]string `toml:"paths"`
	Access   *string   `toml:"access"`
	Literal  *bool     `toml:"literal"`
	Assign   *[]string `toml:"assign"`
	Opaque   *bool     `toml:"opaque"`
	Action   *string   `toml:"action"`
	Reason   *string   `toml:"reason"`
	Catches  *[]string `toml:"catches"`
	Spares   *[]string `toml:"spares"`
}

type rawLandlock struct {
	Enabled       *bool     `toml:"enabled"`
	MinABI        *int64    `toml:"min_abi"`
	BestEffort    *bool     `toml:"best_effort"`
	Read          *[]string `toml:"read"`
	Write         *[]string `toml:"write"`
	Execute       *[]string `toml:"execute"`
	WriteExecute  *bool     `toml:"write_execute"`
	DenyShells    *bool     `toml:"deny_shells"`
	NoexecWrite   *bool     `toml:"noexec_write"`
	SignalScope   *bool     `toml:"signal_scope"`
	AbstractScope *bool     `toml:"abstract_scope"`
	ConnectTCP    any       `toml:"connect_tcp"` // "any" or a list of ports
	BindTCP       any       `toml:"bind_tcp"`
}

type rawSeccomp struct {
	Filter *string   `toml:"filter"`
	Allow  *[]string `toml:"allow"`
}

type rawNetwork struct {
	Mode *string `toml:"mode"`
	Unix *string `toml:"unix"`
}

type rawSudo struct {
	Allow *bool `toml:"allow"`
}

type rawInterp struct {
	FS     *string         `toml:"fs"`
	Root   *string         `toml:"root"`
	Mounts *[]string       `toml:"mounts"`
	Allow  *[]string       `toml:"allow"`
	Limits rawInterpLimits `toml:"limits"`
}

type rawInterpLimits struct {
	Profile        *string `toml:"profile"`
	Time           *string `toml:"time"`
	Commands       *int64  `toml:"commands"`
	LoopIterations *int64  `toml:"loop_iterations"`
	CallDepth      *int64  `toml:"call_depth"`
	SubstDepth     *int64  `toml:"subst_depth"`
	StringBytes    *int64  `toml:"string_bytes"`
	ArrayElements  *int64  `toml:"array_elements"`
	LiveBytes      *int64  `toml:"live_bytes"`
	OutputBytes    *int64  `toml:"output_bytes"`
	ExpansionWords *int64  `toml:"expansion_words"`
	HeredocBytes   *int64  `toml:"heredoc_bytes"`
	Descriptors    *int64  `toml:"descriptors"`
	Jobs           *int64  `toml:"jobs"`
	Processes      *int64  `toml:"processes"`
	PatternSteps   *int64  `toml:"pattern_steps"`
	FSBytes        *int64  `toml:"fs_bytes"`
	FSFiles        *int64  `toml:"fs_files"`
}

type rawLimits struct {
	CPU          *int64 `toml:"cpu"`
	FileSize     *int64 `toml:"file_size"`
	OpenFiles    *int64 `toml:"open_files"`
	Processes    *int64 `toml:"processes"`
	AddressSpace *int64 `toml:"address_space"`
	Core         *int64 `toml:"core"`
}

type rawEnv struct {
	Import *[]string         `toml:"import"`
	Deny   *[]string         `toml:"deny"`
	Set    map[string]string `toml:"set"`
}

type rawAudit struct {
	Sink        *string `toml:"sink"`
	File        *string `toml:"file"`
	Required    *bool   `toml:"required"`
	CommandText *bool   `toml:"command_text"`
}

// tables are the tables that a file and each of its profiles may hold.
type tables struct {
	run      *rawRun
	policy   *rawPolicy
	landlock *rawLandlock
	seccomp  *rawSeccomp
	network  *rawNetwork
	sudo     *rawSudo
	interp   *rawInterp
	limits   *rawLimits
	env      *rawEnv
	audit    *rawAudit
}

func (f *rawFile) tables() tables {
	return tables{&f.Tools.Run, &f.Policy, &f.Landlock, &f.Seccomp, &f.Network, &f.Sudo, &f.Interp, &f.Limits, &f.Env, &f.Audit}
}

func (p *rawProfile) tables() tables {
	return tables{&p.Tools.Run, &p.Policy, &p.Landlock, &p.Seccomp, &p.Network, &p.Sudo, &p.Interp, &p.Limits, &p.Env, &p.Audit}
}
