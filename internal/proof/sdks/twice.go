// Package sdks calls services through the clients that they give out. Each
// function calls twice if the first call fails, so that what the client does is
// the layer below.
package sdks

func twice(call func() error) (err error) {
	for range 2 {
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

const service = "http://service.example"
