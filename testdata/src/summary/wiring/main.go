// Package wiring puts the layers together: only here the product is known.
package wiring

import (
	"summary/wiring/client"
	"summary/wiring/service"
	"summary/wiring/store"
)

func Build() client.Client {
	s := service.New(store.New(4))
	return client.Client{Saver: s}
}
