// Package configured has clients of libraries in the forms in which programs
// configure them.
package configured

import (
	"context"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/nats-io/nats.go/jetstream"
	"oras.land/oras-go/v2/registry/remote/retry"
)

func byFunction(ctx context.Context) (err error) {
	client := s3.New(s3.Options{}, func(o *s3.Options) { o.RetryMaxAttempts = 2 })
	for range 3 {
		if _, err = client.ListBuckets(ctx, nil); err == nil { // want `up to 6 calls of .*ListBuckets per request: 3 attempts here x 2 in`
			return nil
		}
	}
	return err
}

func byCaptured(ctx context.Context) (err error) {
	n := 7
	client := s3.New(s3.Options{}, func(o *s3.Options) { o.RetryMaxAttempts = n })
	for range 3 {
		if _, err = client.ListBuckets(ctx, nil); err == nil { // want `up to 21 calls`
			return nil
		}
	}
	return err
}

func byLiteral(ctx context.Context) (err error) {
	client := s3.New(s3.Options{RetryMaxAttempts: 4})
	for range 3 {
		if _, err = client.ListBuckets(ctx, nil); err == nil { // want `up to 12 calls`
			return nil
		}
	}
	return err
}

func atTheCall(ctx context.Context) (err error) {
	client := s3.New(s3.Options{})
	for range 3 {
		_, err = client.ListBuckets(ctx, nil, func(o *s3.Options) { o.RetryMaxAttempts = 5 }) // want `up to 15 calls`
		if err == nil {
			return nil
		}
	}
	return err
}

// Nobody knows whether it is set.
func onCondition(ctx context.Context, fast bool) (err error) {
	client := s3.New(s3.Options{}, func(o *s3.Options) {
		if fast {
			o.RetryMaxAttempts = 1
		}
	})
	for range 3 {
		if _, err = client.ListBuckets(ctx, nil); err == nil {
			return nil
		}
	}
	return err
}

// What is set on condition has nothing to do with it.
func amongOthers(ctx context.Context, endpoint string, path bool) (err error) {
	fn := func(o *s3.Options) {
		if endpoint != "" {
			if path {
				o.UsePathStyle = true
			}
			o.BaseEndpoint = &endpoint
		}
		o.RetryMaxAttempts = 0
		o.UsePathStyle = path
	}
	client := s3.New(s3.Options{}, fn)
	for range 3 {
		if _, err = client.ListBuckets(ctx, nil); err == nil { // want `up to 9 calls`
			return nil
		}
	}
	return err
}

type once struct{}

func (once) MaxAttempts() int { return 1 }

// What a type of the program decides is not known.
func byOwnType(ctx context.Context) (err error) {
	client := s3.New(s3.Options{Retryer: once{}})
	for range 3 {
		if _, err = client.ListBuckets(ctx, nil); err == nil {
			return nil
		}
	}
	return err
}

// A library may give its client as an interface.
func publish(ctx context.Context, js jetstream.JetStream) (err error) {
	for range 2 {
		if _, err = js.Publish(ctx, "s", nil); err == nil { // want `up to 6 calls of \(jetstream.JetStream\).Publish`
			return nil
		}
	}
	return err
}

func publishOften(ctx context.Context, js jetstream.JetStream) (err error) {
	for range 2 {
		if _, err = js.Publish(ctx, "s", nil, jetstream.WithRetryAttempts(4)); err == nil { // want `up to 10 calls`
			return nil
		}
	}
	return err
}

// A fake of the program is what its body says.
type fake struct{}

func (fake) Publish(context.Context, string, []byte, ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	return nil, nil
}

func faked(ctx context.Context) (err error) {
	var js jetstream.JetStream = fake{}
	for range 2 {
		if _, err = js.Publish(ctx, "s", nil); err == nil {
			return nil
		}
	}
	return err
}

func transport() (err error) {
	client := &http.Client{Transport: retry.NewTransport(http.DefaultTransport)}
	for range 2 {
		var resp *http.Response
		if resp, err = client.Get("http://one"); err == nil { // want `up to 12 calls of \(\*http.Client\).Get`
			return resp.Body.Close()
		}
	}
	return err
}
