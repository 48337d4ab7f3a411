package unit

import (
	"errors"
	"fmt"
	"log"
	"os"
)

var errPrivate = errors.New("private")

func passes(o op) error { return o.do() }

func wraps(o op) error {
	if err := o.do(); err != nil {
		return fmt.Errorf("wrapped: %w", err)
	}
	return nil
}

func drops(o op) error {
	if err := o.do(); err != nil {
		return errors.New("failed")
	}
	return nil
}

func swallows(o op) error {
	if err := o.do(); err != nil {
		log.Println(err)
	}
	return nil
}

func refuses(o op, ready bool) error {
	if !ready {
		return errPrivate
	}
	if err := o.do(); err != nil {
		log.Println(err)
	}
	return nil
}

func tells(o op) bool { return o.do() == nil }

func counts(o op) int {
	if o.do() != nil {
		return -1
	}
	return 0
}

func ends(o op) {
	if err := o.do(); err != nil {
		log.Println(err)
	}
	os.Exit(1)
}

func transient(err error) bool { return errors.Is(err, os.ErrDeadlineExceeded) }

func ifPrivate(run func() error) error {
	for {
		if err := run(); !errors.Is(err, errPrivate) {
			return err
		}
	}
}
