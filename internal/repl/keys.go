package repl

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// keys makes of SIGINT what poll(2) can wait for: fd is readable when it came. It stays
// open for the life of the session.
type keys struct{ fd int }

// newKeys catches SIGINT until ctx ends.
func newKeys(ctx context.Context) (*keys, error) {
	var ends [2]int
	if err := unix.Pipe2(ends[:], unix.O_CLOEXEC|unix.O_NONBLOCK); err != nil {
		return nil, err
	}
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGINT)
	go func() {
		defer unix.Close(ends[1])
		defer signal.Stop(caught)
		for {
			select {
			case <-caught:
				_, _ = unix.Write(ends[1], []byte{ctrlC}) // a full pipe tells enough
			case <-ctx.Done():
				return
			}
		}
	}()
	return &keys{ends[0]}, nil
}

// forget drops what came while nobody read a line.
func (k *keys) forget() {
	buf := make([]byte, 64)
	for {
		if n, err := unix.Read(k.fd, buf); n <= 0 || err != nil {
			return
		}
	}
}
