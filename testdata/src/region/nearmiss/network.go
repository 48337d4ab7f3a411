// Package nearmiss has loops that look like retries and are none.
package nearmiss

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"time"
)

// accept takes the next connection; a failure to accept one is waited out.
func accept(l net.Listener, handle func(net.Conn)) error {
	var wait time.Duration
	for { // region: accept
		conn, err := l.Accept()
		if err != nil {
			var netErr net.Error
			if errors.As(err, &netErr) && netErr.Timeout() {
				wait = min(max(2*wait, time.Millisecond), time.Second)
				time.Sleep(wait)
				continue
			}
			return err
		}
		wait = 0
		go handle(conn)
	}
}

func acceptAll(l net.Listener, handle func(net.Conn)) {
	for { // region: accept
		conn, err := l.Accept()
		if err != nil {
			log.Print(err)
			continue
		}
		go handle(conn)
	}
}

// copyAll reads until there is no more.
func copyAll(dst io.Writer, src io.Reader) (n int64, err error) {
	buf := make([]byte, 4096)
	for { // region: stream
		m, err := src.Read(buf)
		if m > 0 {
			if _, err := dst.Write(buf[:m]); err != nil {
				return n, err
			}
			n += int64(m)
		}
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

func lines(r io.Reader, visit func(string) error) error {
	scanner := bufio.NewReader(r)
	for { // region: stream
		line, err := scanner.ReadString('\n')
		if err != nil {
			return err
		}
		if err := visit(line); err != nil {
			log.Print(err)
		}
	}
}

// writeAll writes what is left.
func writeAll(w io.Writer, data []byte) error {
	for len(data) > 0 { // region: stream|nextitem|none
		n, err := w.Write(data)
		if err != nil {
			return err
		}
		data = data[n:]
	}
	return nil
}

// datagrams come one after the other; a bad one is skipped.
func datagrams(conn net.PacketConn, handle func([]byte)) {
	buf := make([]byte, 1500)
	for { // region: stream
		n, _, err := conn.ReadFrom(buf)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			continue
		}
		handle(buf[:n])
	}
}

// session runs until the connection is lost.
func session(ctx context.Context, address string) error {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer conn.Close()
	return copyFrom(ctx, conn)
}

func copyFrom(ctx context.Context, r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	if err != nil {
		return err
	}
	return ctx.Err()
}

// daemon connects again for as long as the program lives, also when a session
// ended well.
func daemon(ctx context.Context, address string) error {
	for { // region: reconnect|periodic
		if err := session(ctx, address); err != nil {
			log.Print(err)
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// watch starts a watch again and again.
func watch(ctx context.Context, address string) {
	backoff := time.Second
	for ctx.Err() == nil { // region: reconnect|periodic
		if err := session(ctx, address); err != nil {
			log.Print(err)
			time.Sleep(backoff)
			backoff = min(2*backoff, time.Minute)
			continue
		}
		backoff = time.Second
	}
}

// serve answers requests from a queue for ever.
func serve(requests <-chan *http.Request, client *http.Client) {
	for req := range requests { // region: worker
		resp, err := client.Do(req)
		if err != nil {
			log.Print(err)
			time.Sleep(time.Second)
			continue
		}
		resp.Body.Close()
	}
}
