package main_test

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// jobThenTime leaves a job behind and ends its shell with the time, in
// microseconds. The job holds every descriptor that it got.
const jobThenTime = `sleep 70401 & printf '%s %s\n' $! "${EPOCHREALTIME/./}"`

// BenchmarkReturnWithBackgroundChild measures, in ms/op, the time from the last
// word of a command's shell to the return of aegish, while a job of the command
// is alive: that of -c to the end of the process, that of a session to the
// answer of a command that needs none. bash's own is beside it.
func BenchmarkReturnWithBackgroundChild(b *testing.B) {
	for _, argv := range [][]string{{"/bin/bash", "-c", jobThenTime}, {aegish(), "-c", jobThenTime}} {
		name := "command/" + argv[0][strings.LastIndexByte(argv[0], '/')+1:]
		b.Run(name, func(b *testing.B) {
			var total time.Duration
			for b.Loop() {
				r, w, err := os.Pipe()
				check(b, err)
				cmd := exec.Command(argv[0], argv[1:]...)
				cmd.Stdout = w
				check(b, cmd.Run())
				returned := time.Now()
				w.Close()
				line, err := bufio.NewReader(r).ReadString('\n')
				check(b, err)
				total += returned.Sub(endJob(b, line))
				r.Close()
			}
			b.ReportMetric(float64(total.Microseconds())/1000/float64(b.N), "ms/op")
		})
	}
	for _, argv := range [][]string{{"/bin/bash", "--norc", "--noprofile"}, {aegish()}} {
		name := "session/" + argv[0][strings.LastIndexByte(argv[0], '/')+1:]
		b.Run(name, func(b *testing.B) {
			cmd := exec.Command(argv[0], argv[1:]...)
			in, err := cmd.StdinPipe()
			check(b, err)
			out, err := cmd.StdoutPipe()
			check(b, err)
			check(b, cmd.Start())
			answers := bufio.NewReader(out)
			var total time.Duration
			for b.Loop() {
				_, err := io.WriteString(in, jobThenTime+"\ndirs\n")
				check(b, err)
				line, err := answers.ReadString('\n')
				check(b, err)
				_, err = answers.ReadString('\n')
				returned := time.Now()
				check(b, err)
				total += returned.Sub(endJob(b, line))
			}
			in.Close()
			check(b, cmd.Wait())
			b.ReportMetric(float64(total.Microseconds())/1000/float64(b.N), "ms/op")
		})
	}
}

// endJob ends the job that a line of jobThenTime names and gives its time.
func endJob(b *testing.B, line string) time.Time {
	b.Helper()
	pid, micros, _ := strings.Cut(strings.TrimSpace(line), " ")
	number, err := strconv.Atoi(pid)
	check(b, err)
	check(b, syscall.Kill(number, syscall.SIGKILL))
	at, err := strconv.ParseInt(micros, 10, 64)
	check(b, err)
	return time.UnixMicro(at)
}

func check(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}
