// Package client calls the service through an interface of its own.
package client

type Saver interface{ Save(key string) error }

type Client struct{ Saver }

func (c Client) SaveTwice(key string) error {
	var err error
	for i := 0; i < 2; i++ {
		if err = c.Save(key); err == nil {
			return nil
		}
	}
	return err
}
