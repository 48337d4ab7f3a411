package nearmiss

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// uninterrupted begins a call again that a signal cut short.
func uninterrupted(call func() error) error {
	for {
		if err := call(); err != syscall.EINTR {
			return err
		}
	}
}

func truncated(name string) error {
	for {
		err := syscall.Truncate(name, 0)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

func unmounted() error {
	return uninterrupted(func() error { return syscall.Unlink("mount") })
}

// busy does it again because it failed.
func busy(name string) error {
	for range 50 { // region: retry attempts=50 errors=predicate
		err := syscall.Rmdir(name)
		if err != syscall.EBUSY && err != syscall.EINTR {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
	return syscall.EBUSY
}

// appears waits for a file.
func appears(name string) error {
	for range 100 { // region: poll
		if _, err := os.Stat(name); err == nil {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	_, err := os.Stat(name)
	return err
}
