// Package logs writes what happens to a file, in the first folder that takes it.
package logs

import (
	"fmt"
	"os"
	"time"
)

// Dirs are the folders.
var Dirs []string

var file *os.File

const fatal = 3

// Infof writes a line.
func Infof(format string, args ...any) { output(0, fmt.Sprintf(format, args...)) }

// Fatalf writes a line and ends the program.
func Fatalf(format string, args ...any) { output(fatal, fmt.Sprintf(format, args...)) }

func output(level int, line string) {
	if file == nil {
		if err := create(); err != nil {
			exit(err)
			return
		}
	}
	if file != nil {
		file.WriteString(line)
	}
	if level == fatal {
		flush(10 * time.Second)
		os.Exit(255)
	}
}

// exitFunc is what is run instead of an exit, if anything.
var exitFunc func(error)

func exit(err error) {
	fmt.Fprintf(os.Stderr, "cannot log: %v\n", err)
	if exitFunc != nil {
		exitFunc(err)
		return
	}
	os.Exit(2)
}

func create() (err error) {
	for _, dir := range Dirs { // region: failover
		if file, err = os.Create(dir + "/log"); err == nil {
			return nil
		}
	}
	return err
}

func flush(patience time.Duration) {
	done := make(chan bool, 1)
	go func() {
		file.Sync()
		done <- true
	}()
	select {
	case <-done:
	case <-time.After(patience):
		os.Stderr.WriteString("cannot flush\n")
	}
}
