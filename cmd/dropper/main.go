// Command dropper restricts its own process and then becomes the command that
// it was told to start. aegish starts it for every command of the bash engine;
// it has no options and is of no use by hand. See package launch.
package main

import "github.com/aegish/aegish/landlock/launch"

func main() { launch.Run() }
