package answers

import (
	"syscall"
	"time"
)

type disk interface {
	Allocate(id *uint64) syscall.Errno
	Sync() code
}

// allocate tries again after one error of the system, which is a number.
func allocate(d disk) (uint64, syscall.Errno) {
	for { // region: retry
		var id uint64
		st := d.Allocate(&id)
		if st != 0 && st != syscall.EIO {
			return 0, st
		}
		if st == 0 {
			return id, 0
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// sync tries again after any.
func sync(d disk) bool {
	for range 3 { // region: retry attempts=3
		if d.Sync() == none {
			return true
		}
		time.Sleep(time.Second)
	}
	return false
}

// Near miss: the loop goes on when all went well.
func fill(d disk, ids []uint64) syscall.Errno {
	for i := range ids { // region: nextitem|none
		if st := d.Allocate(&ids[i]); st != 0 {
			return st
		}
	}
	return 0
}
