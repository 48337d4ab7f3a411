package nearmiss

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
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

// A pile hands out what is on it.
type pile struct{ files []*file }

func (p *pile) size() int { return len(p.files) }

func (p *pile) top() *file {
	f := p.files[len(p.files)-1]
	p.files = p.files[:len(p.files)-1]
	return f
}

type file struct{ name string }

func (f *file) read() ([]byte, error) { return os.ReadFile(f.name) }

// A shelf reads one file after the other, and goes on to the next when one is
// not there.
type shelf struct {
	p    *pile
	open *file
}

func (s *shelf) next() ([]byte, error) {
	for { // region: other|failover
		if s.open != nil {
			data, err := s.open.read()
			if err == nil {
				return data, nil
			}
			s.open = nil
			if !os.IsNotExist(err) {
				return nil, err
			}
		}
		if s.p.size() == 0 {
			return nil, io.EOF
		}
		f := s.p.top()
		if f == nil {
			continue
		}
		s.open = &file{name: f.name}
	}
}

// A link dials again when it broke: that is a retry.
type link struct {
	conn    net.Conn
	address string
}

func (l *link) send(text []byte) (err error) {
	for range 3 { // region: retry attempts=3
		if l.conn == nil {
			if l.conn, err = net.Dial("tcp", l.address); err != nil {
				continue
			}
		}
		if _, err = l.conn.Write(text); err == nil {
			return nil
		}
		l.conn.Close()
		l.conn = nil
	}
	return err
}
