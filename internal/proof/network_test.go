package proof

import (
	"bytes"
	"context"
	"io"
	"net"
	"os"
	"sync"
	"testing"
	"time"
)

// dialer connects to the server of a proof, whatever the address.
type dialer = func(ctx context.Context, network, address string) (net.Conn, error)

// A server answers what connects to a listener until that is closed. It calls op
// once for each attempt that it sees.
type server func(l net.Listener, op func() error)

// each returns a server that talks to each client on a connection of its own.
func each(talk func(conn net.Conn, op func() error)) server {
	return func(l net.Listener, op func() error) {
		var open sync.WaitGroup
		defer open.Wait()
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			open.Go(func() {
				defer conn.Close()
				talk(conn, op)
			})
		}
	}
}

// A listener hands the other ends of what is dialed to a server that accepts.
// It is all in memory, so that virtual time goes on while nothing is sent.
type listener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newListener() *listener {
	return &listener{conns: make(chan net.Conn), closed: make(chan struct{})}
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *listener) Addr() net.Addr { return address{} }

func (l *listener) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := pipe()
	select {
	case l.conns <- server:
		return client, nil
	case <-l.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// serve runs s on a new listener until the test ends.
func serve(t *testing.T, s server, op func() error) dialer {
	l := newListener()
	var running sync.WaitGroup
	running.Go(func() { s(l, op) })
	t.Cleanup(func() {
		_ = l.Close()
		running.Wait()
	})
	return l.dial
}

type address struct{}

func (address) Network() string { return "tcp" }
func (address) String() string  { return "127.0.0.1:1" }

// pipe returns both ends of a connection that keeps what was not read yet, as
// a socket does, and unlike net.Pipe.
func pipe() (client, server net.Conn) {
	a, b := newHalf(), newHalf()
	return &end{in: a, out: b}, &end{in: b, out: a}
}

type end struct{ in, out *half }

func (e *end) Read(p []byte) (int, error)  { return e.in.read(p) }
func (e *end) Write(p []byte) (int, error) { return e.out.write(p) }

func (e *end) Close() error {
	e.in.close()
	e.out.close()
	return nil
}

func (e *end) LocalAddr() net.Addr               { return address{} }
func (e *end) RemoteAddr() net.Addr              { return address{} }
func (e *end) SetWriteDeadline(time.Time) error  { return nil }
func (e *end) SetDeadline(t time.Time) error     { return e.SetReadDeadline(t) }
func (e *end) SetReadDeadline(t time.Time) error { e.in.setDeadline(t); return nil }

// half is one direction of a connection.
type half struct {
	mu       sync.Mutex
	change   *sync.Cond
	unread   bytes.Buffer
	closed   bool
	deadline time.Time
	timer    *time.Timer
}

func newHalf() *half {
	h := &half{}
	h.change = sync.NewCond(&h.mu)
	return h
}

func (h *half) read(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for h.unread.Len() == 0 {
		switch {
		case h.closed:
			return 0, io.EOF
		case !h.deadline.IsZero() && !time.Now().Before(h.deadline):
			return 0, os.ErrDeadlineExceeded
		}
		h.change.Wait()
	}
	return h.unread.Read(p)
}

func (h *half) write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return 0, io.ErrClosedPipe
	}
	h.change.Broadcast()
	return h.unread.Write(p)
}

func (h *half) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	h.change.Broadcast()
	if h.timer != nil {
		h.timer.Stop()
	}
}

func (h *half) setDeadline(t time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.deadline = t
	if h.timer != nil {
		h.timer.Stop()
		h.timer = nil
	}
	h.change.Broadcast()
	if !t.IsZero() && !h.closed {
		h.timer = time.AfterFunc(time.Until(t), h.change.Broadcast)
	}
}
