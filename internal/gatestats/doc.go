// Package gatestats counts what the gate and the policy would say of a file of
// commands, such as a shell's history, so that a policy can be judged before it
// is enforced.
//
// [Count] reads the commands one by one, finds out how the file holds them, and
// adds up what a [Judge] says of each. The memory that it needs depends neither
// on the length of the file nor on that of a line. [Report] is the result: its
// JSON has a stable shape, and [Report.WriteText] lays it out for people.
//
// Of the commands themselves a report holds nothing, unless examples are asked
// for.
//
// The package decides nothing about a command, opens no file and knows no
// terminal. It may import bashast, config and internal/safetext.
package gatestats
