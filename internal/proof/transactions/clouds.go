package transactions

import (
	"context"
	"net"

	"cloud.google.com/go/datastore"
	"cloud.google.com/go/firestore"
	"google.golang.org/api/option"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

func connection(dial func(ctx context.Context, network, address string) (net.Conn, error)) (option.ClientOption, error) {
	conn, err := grpc.NewClient("passthrough:///service.example", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, address string) (net.Conn, error) { return dial(ctx, "tcp", address) }))
	return option.WithGRPCConn(conn), err
}

func Firestore(dial func(ctx context.Context, network, address string) (net.Conn, error)) error {
	ctx := context.Background()
	conn, err := connection(dial)
	if err != nil {
		return err
	}
	client, err := firestore.NewClient(ctx, "p", conn)
	if err != nil {
		return err
	}
	defer client.Close()
	return client.RunTransaction(ctx, func(_ context.Context, tx *firestore.Transaction) error {
		return tx.Delete(client.Doc("c/d"))
	})
}

func FirestoreMax(dial func(ctx context.Context, network, address string) (net.Conn, error)) error {
	ctx := context.Background()
	conn, err := connection(dial)
	if err != nil {
		return err
	}
	client, err := firestore.NewClient(ctx, "p", conn)
	if err != nil {
		return err
	}
	defer client.Close()
	return client.RunTransaction(ctx, func(_ context.Context, tx *firestore.Transaction) error {
		return tx.Delete(client.Doc("c/d"))
	}, firestore.MaxAttempts(3))
}

func Datastore(dial func(ctx context.Context, network, address string) (net.Conn, error)) error {
	ctx := context.Background()
	conn, err := connection(dial)
	if err != nil {
		return err
	}
	client, err := datastore.NewClient(ctx, "p", conn)
	if err != nil {
		return err
	}
	defer client.Close()
	_, err = client.RunInTransaction(ctx, func(tx *datastore.Transaction) error {
		return tx.Delete(datastore.NameKey("k", "n", nil))
	})
	return err
}

func DatastoreMax(dial func(ctx context.Context, network, address string) (net.Conn, error)) error {
	ctx := context.Background()
	conn, err := connection(dial)
	if err != nil {
		return err
	}
	client, err := datastore.NewClient(ctx, "p", conn)
	if err != nil {
		return err
	}
	defer client.Close()
	_, err = client.RunInTransaction(ctx, func(tx *datastore.Transaction) error {
		return tx.Delete(datastore.NameKey("k", "n", nil))
	}, datastore.MaxAttempts(5))
	return err
}
