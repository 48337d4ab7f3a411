// Package exact configures the same service twice: each instance counts with
// its own settings.
package exact

import (
	"summary/wiring/service"
	"summary/wiring/store"
)

func Once(key string) error {
	s := service.New(store.New(2), service.WithAttempts(1))
	return s.Save(key)
}

func Five(key string) error {
	s := service.New(store.New(2), service.WithAttempts(5))
	return s.Save(key)
}
