// Package failover sends one request to the next host when one fails.
package failover

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
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

func dial(addresses []string) (net.Conn, error) {
	for _, address := range addresses { // region: failover
		if conn, err := net.Dial("tcp", address); err == nil {
			return conn, nil
		}
	}
	return nil, errNoHost
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
