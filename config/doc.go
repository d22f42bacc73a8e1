// Package config turns aegish's TOML file into one typed, validated Config.
//
// Everything that is not understood is an error with a file, a line and what
// was expected there: an unknown key, a wrong type, a value out of range, a
// file or directory that somebody else can write. There is no lenient mode and
// no silent default. The file is read once, from the descriptor whose owner
// and mode were checked.
//
// The package decides which file counts and which profile applies to whom. It
// does not resolve the $-variables of the Landlock lists, does not judge
// commands and reads no environment variable: callers hand those in.
//
// A leaf: it imports nothing else of aegish.
package config
