//go:build linux

// Measure runs a command and prints what it cost, with all processes that it
// started: seconds that passed, seconds of CPU, and in MiB the peak of the memory
// of the largest process and that of all together.
//
//	measure COMMAND [ARGUMENT ...]
//
// What the command prints is dropped, and so is how it ends: tools that found
// something fail. All together is sampled, so that short peaks can be missed.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// interval is the time between two samples.
const interval = 20 * time.Millisecond

func main() {
	log.SetFlags(0)
	if len(os.Args) < 2 {
		log.Fatal("usage: measure COMMAND [ARGUMENT ...]")
	}
	cmd := exec.Command(os.Args[1], os.Args[2:]...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // what it starts is known by its session
	start := time.Now()
	if err := cmd.Start(); err != nil {
		log.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	together := 0
	for {
		select {
		case err := <-done:
			if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
				log.Fatal(err)
			}
			report(time.Since(start), together)
			return
		case <-time.After(interval):
			together = max(together, resident(cmd.Process.Pid))
		}
	}
}

func report(wall time.Duration, together int) {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &usage); err != nil {
		log.Fatal(err)
	}
	cpu := time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	largest := int(usage.Maxrss) << 10
	fmt.Printf("%.2f %.2f %d %d\n", wall.Seconds(), cpu.Seconds(), largest>>20, max(together, largest)>>20)
}

// resident returns the bytes that the processes of a session hold in memory.
func resident(session int) int {
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		log.Fatal(err)
	}
	pages := 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		// The name of the program is in brackets, and may hold anything.
		fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
		const sessionField, residentField = 3, 21 // from the state on
		if len(fields) <= residentField || string(fields[sessionField]) != strconv.Itoa(session) {
			continue
		}
		if n, err := strconv.Atoi(string(fields[residentField])); err == nil {
			pages += n
		}
	}
	return pages * os.Getpagesize()
}
