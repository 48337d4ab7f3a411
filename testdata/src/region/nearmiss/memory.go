package nearmiss

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
)

// add compares and swaps in memory.
func add(counter *atomic.Int64, n int64) {
	for { // region: cas
		old := counter.Load()
		if counter.CompareAndSwap(old, old+n) {
			return
		}
	}
}

func addAtMost(counter *atomic.Int64, n, limit int64) bool {
	for range 100 { // region: cas
		old := counter.Load()
		if old+n > limit {
			return false
		}
		if counter.CompareAndSwap(old, old+n) {
			return true
		}
	}
	return false
}

// parse tries each format; nothing is done twice.
func parse(text string) (int64, error) {
	for _, base := range []int{10, 16, 2} { // region: nextitem|none
		if n, err := strconv.ParseInt(text, base, 64); err == nil {
			return n, nil
		}
	}
	return 0, strconv.ErrSyntax
}

// guess draws until a check accepts it: no operation is repeated.
func guess(valid func(int) bool) int {
	for { // region: other
		if n := rand.IntN(100); valid(n) {
			return n
		}
	}
}

// freeName looks for a name that is not taken; a failure is what it looks for.
func freeName(dir string) string {
	for i := 0; ; i++ { // region: other
		name := fmt.Sprintf("%s/%d", dir, i)
		if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) {
			return name
		}
	}
}

// prompt asks a person until the answer can be read.
func prompt(in *bufio.Reader) (int, error) {
	for { // region: other
		fmt.Print("how many? ")
		line, err := in.ReadString('\n')
		if err != nil {
			return 0, err
		}
		if n, err := strconv.Atoi(strings.TrimSpace(line)); err == nil {
			return n, nil
		}
	}
}

// grow calls again with a larger buffer.
func grow(fill func([]byte) (int, bool)) []byte {
	for size := 64; ; size *= 2 { // region: other
		buf := make([]byte, size)
		if n, ok := fill(buf); ok {
			return buf[:n]
		}
	}
}

// settle repeats until nothing changes.
func settle(rules []func() bool) {
	for changed := true; changed; { // region: other
		changed = false
		for _, rule := range rules { // region: other
			if rule() {
				changed = true
			}
		}
	}
}
