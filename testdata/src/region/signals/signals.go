// Package signals has the ways in which a call says that it failed.
package signals

import (
	"errors"
	"net"
	"net/http"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

var errFailed = errors.New("failed")

func get(url string) (*http.Response, error) { return http.Get(url) }

func ping(address string) bool {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}

func code(url string) int {
	resp, err := http.Get(url)
	if err != nil {
		return 0
	}
	resp.Body.Close()
	return resp.StatusCode
}

func byOK(address string) error {
	for range 3 { // region: retry attempts=3 delay=fixed
		if ok := ping(address); ok {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errFailed
}

func byNotOK(address string) bool {
	ok := ping(address)
	for i := 0; !ok && i < 2; i++ { // region: retry attempts=3 delay=fixed
		time.Sleep(time.Second)
		ok = ping(address)
	}
	return ok
}

func byStatus(url string) error {
	for range 3 { // region: retry attempts=3
		if code(url) == http.StatusOK {
			return nil
		}
	}
	return errFailed
}

func byStatusClass(url string) error {
	for range 3 { // region: retry attempts=3
		if code(url) < 500 {
			return nil
		}
	}
	return errFailed
}

func byResponse(url string) (*http.Response, error) {
	for i := 0; ; i++ { // region: retry attempts=3 errors=predicate
		resp, err := get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusServiceUnavailable || i == 2 {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}

func byErrorOrResponse(url string) (resp *http.Response, err error) {
	for range 3 { // region: retry attempts=3
		resp, err = get(url)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		if err == nil {
			resp.Body.Close()
			err = errFailed
		}
	}
	return nil, err
}

func byNil(url string) *http.Response {
	fetch := func() *http.Response {
		resp, err := get(url)
		if err != nil {
			return nil
		}
		return resp
	}
	for range 3 { // region: retry attempts=3
		if resp := fetch(); resp != nil {
			return resp
		}
	}
	return nil
}

// A Stub is a client of a remote procedure.
type Stub interface {
	Call(name string) error
}

func byCode(s Stub) (err error) {
	for range 3 { // region: retry attempts=3 errors=predicate
		err = s.Call("a")
		if status.Code(err) != codes.Unavailable {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func byCodes(s Stub) (err error) {
	for range 3 { // region: retry attempts=3 errors=predicate
		err = s.Call("a")
		switch status.Code(err) {
		case codes.Unavailable, codes.ResourceExhausted:
			time.Sleep(time.Second)
			continue
		}
		return err
	}
	return err
}

func byStatusOfError(s Stub) (err error) {
	for range 3 { // region: retry attempts=3 errors=predicate
		err = s.Call("a")
		st, ok := status.FromError(err)
		if !ok || st.Code() != codes.Aborted {
			return err
		}
	}
	return err
}

// byChannel makes each attempt in a goroutine and receives what became of it.
func byChannel(url string) (err error) {
	for range 3 { // region: retry attempts=3
		done := make(chan error, 1)
		go func() {
			resp, err := get(url)
			if err == nil {
				resp.Body.Close()
			}
			done <- err
		}()
		if err = <-done; err == nil {
			return nil
		}
	}
	return err
}

// Near miss: a failure is counted and the next address is another.
func reachable(addresses []string) (n int) {
	for _, address := range addresses { // region: nextitem|none
		if !ping(address) {
			continue
		}
		n++
	}
	return n
}

// Near miss: the same request again because it succeeded.
func load(url string) (n int) {
	for code(url) == http.StatusOK { // region: other
		n++
	}
	return n
}
