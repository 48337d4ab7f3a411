// Package wires talks to services over connections, through clients that repeat
// what was not answered, or not. Each function calls twice if the first call
// fails, so that what the client does is the layer below.
package wires

import (
	"context"
	"crypto/tls"
	"net"
	"time"

	"github.com/bsm/redislock"
	redisv8 "github.com/go-redis/redis/v8"
	"github.com/go-redsync/redsync/v4"
	"github.com/go-redsync/redsync/v4/redis/goredis/v9"
	redigo "github.com/gomodule/redigo/redis"
	"github.com/redis/go-redis/v9"
	"github.com/redis/rueidis"
)

type dialer = func(ctx context.Context, network, address string) (net.Conn, error)

func twice(call func() error) (err error) {
	for range 2 {
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func Redis(dial dialer) error {
	client := redis.NewClient(&redis.Options{Addr: "127.0.0.1:6379", Dialer: dial})
	defer client.Close()
	return twice(func() error { return client.Get(context.Background(), "key").Err() })
}

func RedisMax(dial dialer) error {
	client := redis.NewClient(&redis.Options{Addr: "127.0.0.1:6379", Dialer: dial, MaxRetries: 1})
	defer client.Close()
	return twice(func() error { return client.Set(context.Background(), "key", "value", time.Minute).Err() })
}

func RedisNone(dial dialer) error {
	client := redis.NewClient(&redis.Options{Addr: "127.0.0.1:6379", Dialer: dial, MaxRetries: -1})
	defer client.Close()
	return twice(func() error { return client.Get(context.Background(), "key").Err() })
}

func RedisUniversal(dial dialer) error {
	client := redis.NewUniversalClient(&redis.UniversalOptions{Addrs: []string{"127.0.0.1:6379"}, Dialer: dial, MaxRetries: 5})
	defer client.Close()
	return twice(func() error { return client.Get(context.Background(), "key").Err() })
}

func RedisV8(dial dialer) error {
	client := redisv8.NewClient(&redisv8.Options{Addr: "127.0.0.1:6379", Dialer: dial, IdleCheckFrequency: -1})
	defer client.Close()
	return twice(func() error { return client.Get(context.Background(), "key").Err() })
}

func RedisV8Max(dial dialer) error {
	client := redisv8.NewClient(&redisv8.Options{Addr: "127.0.0.1:6379", Dialer: dial, IdleCheckFrequency: -1, MaxRetries: 2})
	defer client.Close()
	return twice(func() error {
		_, err := client.Incr(context.Background(), "key").Result()
		return err
	})
}

func Rueidis(dial dialer) error {
	client, err := rueidis.NewClient(rueidis.ClientOption{
		InitAddress: []string{"127.0.0.1:6379"}, AlwaysRESP2: true, DisableCache: true, ForceSingleClient: true,
		DialCtxFn: func(ctx context.Context, address string, _ *net.Dialer, _ *tls.Config) (net.Conn, error) {
			return dial(ctx, "tcp", address)
		},
	})
	if err != nil {
		return err
	}
	defer client.Close()
	return twice(func() error {
		_, err := client.Do(context.Background(), client.B().Get().Key("key").Build()).ToString()
		return err
	})
}

func Redigo(dial dialer) error {
	conn, err := redigo.Dial("tcp", "127.0.0.1:6379", redigo.DialContextFunc(dial))
	if err != nil {
		return err
	}
	defer conn.Close()
	return twice(func() error {
		_, err := conn.Do("GET", "key")
		return err
	})
}

func Lock(dial dialer) error {
	client := redis.NewClient(&redis.Options{Addr: "127.0.0.1:6379", Dialer: dial})
	defer client.Close()
	locks := redislock.New(client)
	return twice(func() error {
		_, err := locks.Obtain(context.Background(), "lock", time.Minute, nil)
		return err
	})
}

func LockLimit(dial dialer) error {
	client := redis.NewClient(&redis.Options{Addr: "127.0.0.1:6379", Dialer: dial})
	defer client.Close()
	locks := redislock.New(client)
	return twice(func() error {
		_, err := locks.Obtain(context.Background(), "lock", time.Minute, &redislock.Options{
			RetryStrategy: redislock.LimitRetry(redislock.LinearBackoff(time.Second), 3),
		})
		return err
	})
}

func Mutex(dial dialer) error {
	client := redis.NewClient(&redis.Options{Addr: "127.0.0.1:6379", Dialer: dial})
	defer client.Close()
	mutex := redsync.New(goredis.NewPool(client)).NewMutex("lock")
	return twice(func() error { return mutex.LockContext(context.Background()) })
}

func MutexTries(dial dialer) error {
	client := redis.NewClient(&redis.Options{Addr: "127.0.0.1:6379", Dialer: dial})
	defer client.Close()
	mutex := redsync.New(goredis.NewPool(client)).NewMutex("lock", redsync.WithTries(3))
	return twice(func() error { return mutex.Lock() })
}
