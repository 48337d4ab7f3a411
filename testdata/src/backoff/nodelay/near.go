package nodelay

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

var errTaken = errors.New("taken")

// Unique draws another name until nobody has it: that is another request each
// time, and no load that waits would spread.
func Unique(ctx context.Context, s Service) (string, error) {
	for {
		name := fmt.Sprintf("n-%d", time.Now().UnixNano())
		out, err := s.Call(ctx, name)
		if err == nil {
			return out, nil
		}
		if !errors.Is(err, errTaken) {
			return "", err
		}
	}
}

// Captured draws its name into a variable that a closure shares.
func Captured(ctx context.Context, s Service) (out string, err error) {
	var name string
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	}()
	for {
		name = fmt.Sprintf("n-%d", time.Now().UnixNano())
		if out, err = s.Call(ctx, name); err == nil {
			return out, nil
		}
		if !errors.Is(err, errTaken) {
			return "", err
		}
	}
}

// Kept asks for the same name in spite of that.
func Kept(ctx context.Context, s Service, q string) (string, error) {
	for range 9 {
		start := time.Now()
		out, err := s.Call(ctx, q) // want `Call is repeated without a wait, up to 9 attempts`
		if err == nil {
			return fmt.Sprint(out, time.Since(start)), nil
		}
		if !errors.Is(err, errTaken) {
			return "", err
		}
	}
	return "", errTaken
}

// Stamped sends the time along, and repeats every failure.
func Stamped(ctx context.Context, s Service) (out string, err error) {
	for range 9 {
		out, err = s.Call(ctx, fmt.Sprint(time.Now())) // want `Call is repeated without a wait, up to 9 attempts`
		if err == nil {
			return out, nil
		}
	}
	return "", err
}

// Policy says how long to wait.
type Policy struct{ wait func(n int) time.Duration }

// ByPolicy waits as long as a function says, if it says so.
func (p Policy) ByPolicy(ctx context.Context, s Service, q string) (out string, err error) {
	for n := 0; n < 10; n++ {
		if err := p.pause(ctx, n); err != nil {
			return "", err
		}
		if out, err = s.Call(ctx, q); err == nil {
			return out, nil
		}
		if errors.Is(err, errStale) {
			continue
		}
	}
	return "", err
}

func (p Policy) pause(ctx context.Context, n int) error {
	d := time.Duration(0)
	if n > 0 {
		d = p.wait(n)
	}
	if d > 0 {
		timer := time.NewTimer(d)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
	return nil
}

// Interrupted system calls are made again at once.
func Interrupted(pid int) (err error) {
	for {
		var status syscall.WaitStatus
		if _, err = syscall.Wait4(pid, &status, 0, nil); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

// Shorter leaves out what the other side did not understand.
func Shorter(ctx context.Context, run func(context.Context, *exec.Cmd) error, args ...string) error {
	for {
		var stderr strings.Builder
		cmd := exec.Command("fetch", args...)
		cmd.Stderr = &stderr
		err := run(ctx, cmd)
		if err == nil {
			return nil
		}
		if strings.Contains(stderr.String(), "--depth") {
			if rest := without(args); len(rest) < len(args) {
				args = rest
				continue
			}
		}
		return err
	}
}

func without(args []string) []string {
	var out []string
	for _, a := range args {
		if a != "--depth" {
			out = append(out, a)
		}
	}
	return out
}

// A Pacer decides and waits out of sight.
type Pacer interface {
	Before(ctx context.Context, r *http.Request) error
	Again(ctx context.Context, resp *http.Response, err error) bool
}

// Elsewhere leaves the waiting to its pacer.
func Elsewhere(ctx context.Context, p Pacer, r *http.Request) (*http.Response, error) {
	for {
		if err := p.Before(ctx, r); err != nil {
			return nil, err
		}
		resp, err := http.DefaultClient.Do(r)
		if err == nil && resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		done, failure := func() (bool, error) {
			if p.Again(ctx, resp, err) {
				return false, nil
			}
			if resp == nil {
				return true, nil
			}
			return true, refusal(resp)
		}()
		if done {
			if err != nil {
				return nil, err
			}
			return nil, failure
		}
	}
}

func refusal(resp *http.Response) error {
	return fmt.Errorf("got %d, come back after %s", resp.StatusCode, resp.Header.Get("Retry-After"))
}

// Follow goes where it is sent.
func Follow(ctx context.Context, at string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if resp != nil {
		switch resp.StatusCode {
		case http.StatusOK:
		case http.StatusFound, http.StatusTemporaryRedirect:
			to, err := resp.Location()
			if err != nil {
				return nil, err
			}
			return Follow(ctx, to.String())
		default:
			return nil, refusal(resp)
		}
	}
	return resp, err
}

// Pauses keeps functions that wait, by the kind of failure.
type Pauses struct {
	ctx  context.Context
	kind map[string]func(ctx context.Context, most int) int
	left int
}

// After waits as long as the kind of failure takes, or says that there is no
// time left.
func (p *Pauses) After(kind string, err error) error {
	if p.left -= p.kind[kind](p.ctx, p.left); p.left <= 0 {
		return err
	}
	return nil
}

// ByKind leaves the wait to what it tells of the failure.
func ByKind(p *Pauses, s Service, q string) (string, error) {
	for {
		out, err := s.Call(p.ctx, q)
		if err == nil {
			return out, nil
		}
		if err = p.After("call", fmt.Errorf("call: %w", err)); err != nil {
			return "", err
		}
	}
}

// Unmount is made again when a signal came in between.
func Unmount(target string) error {
	for {
		if err := unix.Unmount(target, 0); err != unix.EINTR {
			return err
		}
	}
}
