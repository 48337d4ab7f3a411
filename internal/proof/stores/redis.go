// Package stores talks to databases, caches, brokers and logs, through
// clients that repeat what was not answered, or not. Each function calls twice if
// the first call fails, so that what the client does is the layer below.
package stores

import (
	"context"
	"net"
	"time"

	redisv8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
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
