package data

import (
	"fmt"
	"path"
	"strings"
)

// module finds a file that a filter imports: NAME.jq or NAME.json, also
// NAME/NAME.jq, in the directories of -L and in the working
// directory.
func (j *invocation) module(name string, data bool) (file, text string, err error) {
	if path.IsAbs(name) || strings.Contains(name, "\\") {
		return "", "", fmt.Errorf("modules must be named by relative paths using '/', not '\\' (%s)", name)
	}
	suffix := ".jq"
	if data {
		suffix = ".json"
	}
	for _, dir := range append(j.library, ".") {
		for _, base := range []string{name, name + "/" + path.Base(name)} {
			file = path.Join(dir, base+suffix)
			if text, err = j.slurpFile(file); err == nil {
				return file, text, nil
			}
		}
	}
	return "", "", fmt.Errorf("module not found: %s", name)
}
