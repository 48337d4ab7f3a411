// Package ports has nothing but interfaces: what stands behind them is linked
// in elsewhere.
package ports

import "context"

type Ledger interface {
	// Book sends an entry; the sidecar repeats it.
	//
	//retryvet:retries attempts=4 delay=exponential+jitter
	Book(ctx context.Context, entry string) error

	Read(ctx context.Context, entry string) error //retryvet:retries attempts=1
	Close(ctx context.Context) error
}

type Runner interface {
	//retryvet:retries retries=n
	Run(n int, op func() error) error
}
