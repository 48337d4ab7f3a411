// Package failover sends one request to the next host when one fails.
package failover

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
)

var errNoHost = errors.New("no host answers")

func get(ctx context.Context, host, path string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+host+path, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func hosts(ctx context.Context, hosts []string, path string) error {
	var err error
	for _, host := range hosts { // region: failover
		if err = get(ctx, host, path); err == nil {
			return nil
		}
	}
	return err
}

func indexed(ctx context.Context, hosts []string, path string) error {
	for i := 0; i < len(hosts); i++ { // region: failover
		if err := get(ctx, hosts[i], path); err != nil {
			continue
		}
		return nil
	}
	return errNoHost
}

// A Cluster has clients of several hosts.
type Cluster struct {
	hosts [3]*Host
}

// A Host is one of them.
type Host struct{ name string }

func (h *Host) store(ctx context.Context, key string) error { return get(ctx, h.name, "/"+key) }

func (c *Cluster) store(ctx context.Context, key string) error {
	var errs []error
	for _, host := range c.hosts { // region: failover
		err := host.store(ctx, key)
		if err == nil {
			return nil
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// roundRobin goes round the hosts: the same host comes again.
func (c *Cluster) roundRobin(ctx context.Context, key string) (err error) {
	for i := 0; i < 6; i++ { // region: failover|retry
		if err = c.hosts[i%len(c.hosts)].store(ctx, key); err == nil {
			return nil
		}
	}
	return err
}

// fromAnywhere asks each host once, beginning with any of them.
func fromAnywhere(ctx context.Context, hosts []string, path string, start int) (err error) {
	for i := 0; i < len(hosts); i++ { // region: failover
		if err = get(ctx, hosts[(start+i)%len(hosts)], path); err == nil {
			return nil
		}
	}
	return err
}

// oneAfterTheOther does so for all who ask.
func oneAfterTheOther(ctx context.Context, hosts []string, path string, last *atomic.Uint32) (err error) {
	n := uint32(len(hosts))
	for range n { // region: failover
		if err = get(ctx, hosts[last.Add(1)%n], path); err == nil {
			return nil
		}
	}
	return err
}

// twiceRound asks each host a second time.
func twiceRound(ctx context.Context, hosts []string, path string) (err error) {
	for i := 0; i < 2*len(hosts); i++ { // region: retry
		if err = get(ctx, hosts[i%len(hosts)], path); err == nil {
			return nil
		}
	}
	return err
}

func dial(addresses []string) (net.Conn, error) {
	for _, address := range addresses { // region: failover
		if conn, err := net.Dial("tcp", address); err == nil {
			return conn, nil
		}
	}
	return nil, errNoHost
}

// A ring is a list of which the first is used.
type ring []string

// turn puts the first behind the last.
func (r ring) turn() {
	if len(r) == 0 {
		return
	}
	first := r[0]
	for i := range len(r) - 1 {
		r[i] = r[i+1]
	}
	r[len(r)-1] = first
}

// turned asks the first, which is another one each time.
func turned(ctx context.Context, names []string, path string) error {
	r := ring(names)
	for range len(names) { // region: failover
		host := r[0]
		if err := get(ctx, host, path); err == nil {
			return nil
		}
		r.turn()
	}
	return errNoHost
}

// shifted does so by itself.
func shifted(ctx context.Context, names []string, path string) error {
	for range len(names) { // region: failover
		first := names[0]
		if err := get(ctx, first, path); err == nil {
			return nil
		}
		copy(names, names[1:])
		names[len(names)-1] = first
	}
	return errNoHost
}

// Near misses: the list is another one, but what is asked stays.

// noted writes down in the list how often it tried.
func noted(ctx context.Context, names []string, path string) error {
	for i := range 3 { // region: retry attempts=3
		if err := get(ctx, names[0], path); err == nil {
			return nil
		}
		names[1] = fmt.Sprint(i)
	}
	return errNoHost
}

// elsewhere turns another list.
func elsewhere(ctx context.Context, names []string, others ring, path string) error {
	for range 3 { // region: retry attempts=3
		if err := get(ctx, names[0], path); err == nil {
			return nil
		}
		others.turn()
	}
	return errNoHost
}

// Near misses: all hosts are meant, not the first that answers.

func all(ctx context.Context, hosts []string, path string) error {
	var errs []error
	for _, host := range hosts { // region: nextitem|none
		if err := get(ctx, host, path); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", host, err))
		}
	}
	return errors.Join(errs...)
}

func allOrNothing(ctx context.Context, hosts []string, path string) error {
	for _, host := range hosts { // region: nextitem|none
		if err := get(ctx, host, path); err != nil {
			return err
		}
	}
	return nil
}

func mostAreEnough(ctx context.Context, hosts []string, path string) error {
	ok := 0
	for _, host := range hosts { // region: nextitem|none
		if get(ctx, host, path) != nil {
			continue
		}
		ok++
	}
	if 2*ok <= len(hosts) {
		return errNoHost
	}
	return nil
}
