// Package apis calls services through clients that are generated from what the
// service says of itself, or are next to them. Each function calls twice if the
// first call fails, so that what the client does is the layer below.
package apis

func twice(call func() error) (err error) {
	for range 2 {
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

const service = "http://service.example"
