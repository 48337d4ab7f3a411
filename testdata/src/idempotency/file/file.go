// Package file appends to files in every attempt.
package file

import (
	"fmt"
	"io"
	"os"
)

func retry(op func() error) error {
	var err error
	for i := 0; i < 3; i++ {
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

func Append(name, line string) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	return retry(func() error {
		if _, err := f.WriteString(line); err != nil { // want `append \(\(\*os.File\).WriteString\) repeated up to 3 times`
			return err
		}
		return f.Sync()
	})
}

func Printed(name, line string) error {
	return retry(func() error {
		f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return err
		}
		defer f.Close()
		if _, err := fmt.Fprintln(f, line); err != nil { // want `append \(fmt.Fprintln\) repeated up to 3 times`
			return err
		}
		return f.Sync()
	})
}

// The file is passed on.
func put(f *os.File, line string) error {
	_, err := io.WriteString(f, line) // want `append \(io.WriteString\) repeated up to 3 times`
	return err
}

func Passed(name, line string) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	return retry(func() error { return put(f, line) })
}

// What was there is written over.
func Replaced(name, line string) error {
	return retry(func() error {
		f, err := os.OpenFile(name, os.O_TRUNC|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = f.WriteString(line)
		return err
	})
}

func Created(name, line string) error {
	return retry(func() error {
		f, err := os.Create(name)
		if err != nil {
			return err
		}
		defer f.Close()
		return put2(f, line)
	})
}

func put2(f *os.File, line string) error {
	_, err := io.WriteString(f, line)
	return err
}

// Nobody knows how it was opened.
func Given(f *os.File, line string) error {
	return retry(func() error {
		_, err := f.WriteString(line)
		return err
	})
}

func Flags(name, line string, flags int) error {
	return retry(func() error {
		f, err := os.OpenFile(name, flags, 0o644)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = f.WriteString(line)
		return err
	})
}
