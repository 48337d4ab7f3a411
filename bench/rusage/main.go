//go:build unix

// Rusage runs a command and notes the peak of its memory and its CPU time: given
// to go vet with -toolexec, those of each analyzed unit.
//
//	go vet -toolexec='rusage LOG TOOL' -vettool=TOOL ./...
//
// Only runs of TOOL are noted, one line of KiB and milliseconds each in LOG.
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) < 4 {
		log.Fatal("usage: rusage LOG TOOL COMMAND [ARGUMENT ...]")
	}
	logFile, tool, command := os.Args[1], os.Args[2], os.Args[3:]
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	if command[0] == tool {
		note(logFile, cmd.ProcessState)
	}
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		os.Exit(exit.ExitCode())
	}
	if err != nil {
		log.Fatal(err)
	}
}

func note(file string, state *os.ProcessState) {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return
	}
	peak := usage.Maxrss // KiB, except on Darwin
	if runtime.GOOS == "darwin" {
		peak /= 1024
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := fmt.Fprintln(f, peak, (state.UserTime() + state.SystemTime()).Milliseconds()); err != nil {
		log.Fatal(err)
	}
	if err := f.Close(); err != nil {
		log.Fatal(err)
	}
}
