// Package bank has what is generated for a service.
package bank

import (
	"context"

	"google.golang.org/grpc"
)

// A Request asks for an account.
type Request struct{ ID string }

// A Balance is an answer.
type Balance struct{ Cents int64 }

// A BankClient calls the service.
type BankClient interface {
	Balance(ctx context.Context, in *Request, opts ...grpc.CallOption) (*Balance, error)
}

type bankClient struct{ cc grpc.ClientConnInterface }

// NewBankClient returns a client on a connection.
func NewBankClient(cc grpc.ClientConnInterface) BankClient { return &bankClient{cc} }

func (c *bankClient) Balance(ctx context.Context, in *Request, opts ...grpc.CallOption) (*Balance, error) {
	out := new(Balance)
	if err := c.cc.Invoke(ctx, "/bank.Bank/Balance", in, out, opts...); err != nil {
		return nil, err
	}
	return out, nil
}
