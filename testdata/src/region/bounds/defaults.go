package bounds

import (
	"context"
	"net/http"
)

// Options that leave a number out get the default.
type Options struct {
	Attempts int
	url      string
}

func (o *Options) send() error {
	limit := o.Attempts
	if limit <= 0 {
		limit = 3
	}
	var err error
	for i := 0; i < limit; i++ { // region: retry attempts=3
		if err = get(context.Background(), o.url); err == nil {
			return nil
		}
	}
	return err
}

func (o *Options) once() error {
	few := *o
	few.Attempts = 1
	return few.send()
}

// A Fleet sends to one host after the other.
type Fleet struct {
	Hosts []string
	first int
}

func (f *Fleet) any() error {
	n := int32(len(f.Hosts))
	var err error
	for i := int32(0); i < n; i++ { // region: failover|retry attempts=Hosts
		if err = get(context.Background(), f.Hosts[(int32(f.first)+i)%n]); err == nil {
			return nil
		}
	}
	return err
}

func serve(w http.ResponseWriter, f *Fleet) {
	if err := f.any(); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}
