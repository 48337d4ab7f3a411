package unheard

import (
	"log"
	"net/http"
	"time"
)

func tenTimes(f func() error) error {
	var err error
	for i := 0; i < 10; i++ {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func upload(u string) error {
	return tenTimes(func() error {
		r, err := http.Head(u)
		if err != nil {
			return err
		}
		return r.Body.Close()
	})
}

func download(u string) error {
	r, err := http.Get(u)
	if err != nil {
		return err
	}
	return r.Body.Close()
}

type localCache struct {
	last error
	next http.RoundTripper
}

// put prints what went wrong, and has no result.
func (c *localCache) put(u string) {
	if err := upload(u); err != nil {
		log.Print(err)
	}
}

// note keeps what went wrong.
func (c *localCache) note(u string) {
	if err := upload(u); err != nil {
		c.last = err
	}
}

func load(c *localCache, u string) error {
	return tenTimes(func() error {
		if err := download(u); err != nil {
			return err
		}
		c.put(u)
		return nil
	})
}

func loadNoted(c *localCache, u string) error {
	return tenTimes(func() error { // want `up to 100 calls of http.Head`
		c.note(u)
		return c.last
	})
}
