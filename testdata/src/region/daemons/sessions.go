package daemons

import (
	"log"
	"net"
	"time"
)

type station interface {
	dial() error
	login() error
	report(line string) error
}

// stations connects, reports for as long as that works, and connects again: only
// the signal to stop ends it.
func stations(s station, lines <-chan string, quit <-chan struct{}) {
	again := time.NewTimer(0)
	defer again.Stop()
	for { // region: reconnect
		select {
		case <-quit:
			return
		case <-again.C:
			err := s.dial()
			if err != nil {
				again.Reset(10 * time.Second)
				continue
			}
			if err = s.login(); err != nil {
				again.Reset(10 * time.Second)
				continue
			}
			for err == nil {
				select {
				case <-quit:
					return
				case line := <-lines:
					if err = s.report(line); err != nil {
						log.Println(err)
					}
				}
			}
			again.Reset(0)
		}
	}
}

// stationed dials until it is connected, and leaves with what it has.
func stationed(s station, quit <-chan struct{}) error {
	again := time.NewTimer(0)
	defer again.Stop()
	for { // region: retry
		select {
		case <-quit:
			return nil
		case <-again.C:
			if err := s.dial(); err != nil {
				again.Reset(10 * time.Second)
				continue
			}
			return nil
		}
	}
}

// reported sends all lines again when one of them fails, and ends with the last.
func reported(s station, lines []string, quit <-chan struct{}) {
	for { // region: retry
		if err := s.dial(); err != nil {
			select {
			case <-quit:
				return
			case <-time.After(time.Second):
			}
			continue
		}
		for _, line := range lines {
			if err := s.report(line); err != nil {
				log.Println(err)
			}
		}
		return
	}
}

// served takes the next connection again after a failure that passes: a step of
// the loop that takes all of them.
func served(l net.Listener, handle func(net.Conn)) {
	for { // region: accept
		var conn net.Conn
		var err error
		for { // region: accept
			conn, err = l.Accept()
			if ne, ok := err.(net.Error); ok && ne.Timeout() {
				time.Sleep(200 * time.Millisecond)
				continue
			}
			if err != nil {
				return
			}
			break
		}
		handle(conn)
	}
}
