// Package interceptors retries around connections that repeat calls themselves.
package interceptors

import (
	"context"

	grpc_retry "github.com/grpc-ecosystem/go-grpc-middleware/retry"
	"google.golang.org/grpc"

	"nestedretry/interceptors/bank"
	"nestedretry/interceptors/dial"
)

func known(ctx context.Context, target string) error {
	conn, err := grpc.Dial(target, grpc.WithChainUnaryInterceptor(grpc_retry.UnaryClientInterceptor(grpc_retry.WithMax(3))))
	if err != nil {
		return err
	}
	c := bank.NewBankClient(conn)
	for range 2 {
		if _, err = c.Balance(ctx, &bank.Request{}); err == nil { // want `up to 6 calls of \(\*grpc.ClientConn\).Invoke per request: 2 attempts here x 3 in retry.UnaryClientInterceptor`
			return nil
		}
	}
	return err
}

func inHouse(ctx context.Context, target string) error {
	conn, err := grpc.NewClient(target, grpc.WithUnaryInterceptor(dial.Retrying(5)))
	if err != nil {
		return err
	}
	c := bank.NewBankClient(conn)
	for range 2 {
		if _, err = c.Balance(ctx, &bank.Request{}); err == nil { // want `up to 10 calls of \(\*grpc.ClientConn\).Invoke per request: 2 attempts here x 5 in Retrying \(dial.go:\d+\)`
			return nil
		}
	}
	return err
}

type teller struct{ bank bank.BankClient }

func newTeller(target string) (*teller, error) {
	conn, err := dial.Conn(target, grpc.WithUserAgent("teller"))
	if err != nil {
		return nil, err
	}
	return &teller{bank: bank.NewBankClient(conn)}, nil
}

func (t *teller) balance(ctx context.Context) (out *bank.Balance, err error) {
	for range 3 {
		if out, err = t.bank.Balance(ctx, &bank.Request{}); err == nil { // want `up to 12 calls of \(\*grpc.ClientConn\).Invoke per request: 3 attempts here x 4 in Retrying \(dial.go:\d+\)`
			return out, nil
		}
	}
	return nil, err
}

// both has an interceptor of a library around one of its own.
func both(ctx context.Context, target string) error {
	conn, err := grpc.NewClient(target, grpc.WithChainUnaryInterceptor(
		grpc_retry.UnaryClientInterceptor(grpc_retry.WithMax(2)), dial.Counting, dial.Retrying(3)))
	if err != nil {
		return err
	}
	_, err = bank.NewBankClient(conn).Balance(ctx, &bank.Request{}) // want `up to 6 calls`
	return err
}

// Near misses.

func counted(ctx context.Context, target string) error {
	conn, err := grpc.NewClient(target, grpc.WithUnaryInterceptor(dial.Counting), grpc.WithUserAgent("a"))
	if err != nil {
		return err
	}
	c := bank.NewBankClient(conn)
	for range 2 {
		if _, err = c.Balance(ctx, &bank.Request{}); err == nil {
			return nil
		}
	}
	return err
}

func once(ctx context.Context, target string) error {
	conn, err := grpc.NewClient(target, grpc.WithUnaryInterceptor(dial.Retrying(1)))
	if err != nil {
		return err
	}
	c := bank.NewBankClient(conn)
	for range 2 {
		if _, err = c.Balance(ctx, &bank.Request{}); err == nil {
			return nil
		}
	}
	return err
}
