// Package write repeats effects with and without a key.
package write

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/smtp"
	"time"
)

type Shop struct {
	base   string
	client *http.Client
	db     *sql.DB
}

func retry(ctx context.Context, op func() error) error {
	var err error
	for i := 0; i < 4; i++ {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func check(resp *http.Response, err error) error {
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	return nil
}

// In one function.
func (s *Shop) Order(raw []byte) error {
	var err error
	for i := 0; i < 3; i++ {
		var req *http.Request
		req, err = http.NewRequest("POST", s.base+"/orders", bytes.NewReader(raw))
		if err != nil {
			return err
		}
		var resp *http.Response
		resp, err = s.client.Do(req) // want `POST repeated up to 3 times without an idempotency key, by the retry in \(\*Shop\).Order \(write.go:\d+\)`
		if err == nil {
			resp.Body.Close()
			return nil
		}
	}
	return err
}

// The same with a key of the caller, and with a replacement by id.
func (s *Shop) OrderWithKey(raw []byte, key string) error {
	var err error
	for i := 0; i < 3; i++ {
		var req *http.Request
		req, err = http.NewRequest("POST", s.base+"/orders", bytes.NewReader(raw))
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", key)
		var resp *http.Response
		resp, err = s.client.Do(req)
		if err == nil {
			resp.Body.Close()
			return nil
		}
	}
	return err
}

func (s *Shop) Replace(id string, raw []byte) error {
	return retry(context.Background(), func() error {
		req, err := http.NewRequest(http.MethodPut, s.base+"/orders/"+id, bytes.NewReader(raw))
		if err != nil {
			return err
		}
		return check(s.client.Do(req))
	})
}

// The method comes from the caller of the function with the loop.
func (s *Shop) call(method, path string, raw []byte) error {
	return retry(context.Background(), func() error { return s.once(method, path, raw) })
}

func (s *Shop) once(method, path string, raw []byte) error {
	req, err := http.NewRequest(method, s.base+path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	return check(s.client.Do(req)) // want `POST repeated up to 4 times without an idempotency key`
}

func (s *Shop) Pay(raw []byte) error   { return s.call("POST", "/payments", raw) }
func (s *Shop) Read(id string) error   { return s.call("GET", "/orders/"+id, nil) }
func (s *Shop) Delete(id string) error { return s.call("DELETE", "/orders/"+id, nil) }

// Nobody passes a method that writes.
func (s *Shop) readOnly(method, path string) error {
	return retry(context.Background(), func() error {
		req, err := http.NewRequest(method, s.base+path, nil)
		if err != nil {
			return err
		}
		return check(s.client.Do(req))
	})
}

func (s *Shop) Head(id string) error { return s.readOnly("HEAD", "/orders/"+id) }

// A header that is set by a function of this package.
func authorize(req *http.Request, token string) { req.Header.Set("Authorization", "Bearer "+token) }

func mark(req *http.Request, key string) { req.Header.Set("Idempotency-Key", key) }

func (s *Shop) Marked(raw []byte, key string) error {
	return retry(context.Background(), func() error {
		req, err := http.NewRequest(http.MethodPost, s.base, bytes.NewReader(raw))
		if err != nil {
			return err
		}
		authorize(req, "token")
		mark(req, key)
		return check(s.client.Do(req))
	})
}

func (s *Shop) Unmarked(raw []byte) error {
	return retry(context.Background(), func() error {
		req, err := http.NewRequest(http.MethodPost, s.base, bytes.NewReader(raw))
		if err != nil {
			return err
		}
		authorize(req, "token")
		return check(s.client.Do(req)) // want `POST repeated up to 4 times without an idempotency key`
	})
}

// Headers that the caller hands over may hold a key.
func (s *Shop) WithHeaders(raw []byte, h http.Header) error {
	return retry(context.Background(), func() error {
		req, err := http.NewRequest(http.MethodPost, s.base, bytes.NewReader(raw))
		if err != nil {
			return err
		}
		req.Header = h.Clone()
		return check(s.client.Do(req))
	})
}

func (s *Shop) OwnHeaders(raw []byte) error {
	h := http.Header{"Content-Type": {"application/json"}}
	return retry(context.Background(), func() error {
		req, err := http.NewRequest(http.MethodPost, s.base, bytes.NewReader(raw))
		if err != nil {
			return err
		}
		req.Header = h.Clone()
		return check(s.client.Do(req)) // want `POST repeated up to 4 times without an idempotency key`
	})
}

// SQL.
const insert = "INSERT INTO visits (page, at) VALUES (?, ?)"

func (s *Shop) Visit(page string) error {
	return retry(context.Background(), func() error {
		_, err := s.db.Exec(insert, page, time.Now()) // want `INSERT repeated up to 4 times without an idempotency key`
		return err
	})
}

func (s *Shop) VisitOnce(id, page string) error {
	return retry(context.Background(), func() error {
		_, err := s.db.Exec("INSERT INTO visits (id, page) VALUES (?, ?)", id, page)
		return err
	})
}

func (s *Shop) Upsert(id, page string) error {
	return retry(context.Background(), func() error {
		_, err := s.db.Exec("INSERT INTO visits (page, n) VALUES (?, ?) ON CONFLICT (page) DO NOTHING", page, 1)
		return err
	})
}

func (s *Shop) Count(page string) error {
	return retry(context.Background(), func() error {
		_, err := s.db.Exec("UPDATE pages SET n = n + 1 WHERE page = ?", page) // want `UPDATE repeated up to 4 times without an idempotency key`
		return err
	})
}

func (s *Shop) Set(page string, n int) error {
	return retry(context.Background(), func() error {
		_, err := s.db.Exec("UPDATE pages SET n = ? WHERE page = ?", n, page)
		return err
	})
}

func (s *Shop) CountIf(page string, version int) error {
	return retry(context.Background(), func() error {
		_, err := s.db.Exec("UPDATE pages SET n = n + 1, version = ? WHERE page = ? AND version = ?", version+1, page, version)
		return err
	})
}

// A transaction that is rolled back when anything fails.
func (s *Shop) InTransaction(page string) error {
	return retry(context.Background(), func() error {
		tx, err := s.db.Begin()
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if _, err := tx.Exec(insert, page, 1); err != nil {
			return err
		}
		return tx.Commit()
	})
}

// Mail.
func (s *Shop) Mail(to string, text []byte) error {
	return retry(context.Background(), func() error {
		return smtp.SendMail("localhost:25", nil, "shop@example.com", []string{to}, text) // want `mail \(smtp.SendMail\) repeated up to 4 times without an idempotency key`
	})
}

// Not repeated.
func (s *Shop) MailOnce(to string, text []byte) error {
	return smtp.SendMail("localhost:25", nil, "shop@example.com", []string{to}, text)
}

// Another item each time.
func (s *Shop) MailAll(all []string, text []byte) error {
	for _, to := range all {
		if err := s.MailOnce(to, text); err != nil {
			return err
		}
	}
	return nil
}

// An answer that says that nothing was done: throttling only.
func (s *Shop) Throttled(raw []byte) error {
	for i := 0; ; i++ {
		req, err := http.NewRequest(http.MethodPost, s.base, bytes.NewReader(raw))
		if err != nil {
			return err
		}
		resp, err := s.client.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusTooManyRequests || i == 4 {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// Behind an interface.
type Notifier interface {
	Notify(ctx context.Context, text string) error
}

type hook struct{ url string }

func (h hook) Notify(ctx context.Context, text string) error {
	resp, err := http.Post(h.url, "text/plain", bytes.NewReader([]byte(text))) // want `POST repeated up to 4 times without an idempotency key`
	return check(resp, err)
}

type Bell struct{ n Notifier }

func NewBell(url string) *Bell { return &Bell{hook{url}} }

func (b *Bell) Ring(ctx context.Context) error {
	return retry(ctx, func() error { return b.n.Notify(ctx, "ring") })
}

// Headers that a client is configured with are the same for all requests.
type Configured struct {
	url, authHeader, token string
	headers                map[string]string
	keyHeader              string
}

func (c *Configured) header() http.Header {
	h := make(http.Header)
	h.Set(c.authHeader, "Bearer "+c.token)
	for k, v := range c.headers {
		h.Set(k, v)
	}
	return h
}

func (c *Configured) Post(raw []byte) error {
	return retry(context.Background(), func() error {
		req, err := http.NewRequest(http.MethodPost, c.url, bytes.NewReader(raw))
		if err != nil {
			return err
		}
		req.Header = c.header()
		return check(http.DefaultClient.Do(req)) // want `POST repeated up to 4 times without an idempotency key`
	})
}

func (c *Configured) keyed(key string) http.Header {
	h := make(http.Header)
	h.Set(c.keyHeader, key)
	return h
}

func (c *Configured) PostKeyed(raw []byte, key string) error {
	return retry(context.Background(), func() error {
		req, err := http.NewRequest(http.MethodPost, c.url, bytes.NewReader(raw))
		if err != nil {
			return err
		}
		req.Header = c.keyed(key)
		return check(http.DefaultClient.Do(req))
	})
}

type refusal struct{ Status int }

func (r refusal) Error() string { return fmt.Sprint("status ", r.Status) }

func refused(resp *http.Response) error {
	if resp.StatusCode < 300 {
		return nil
	}
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return err
	}
	return refusal{resp.StatusCode}
}

// Refused repeats what the server did not begin with.
func (s *Shop) Refused(raw []byte) error {
	for range 4 {
		req, err := http.NewRequest(http.MethodPost, s.base, bytes.NewReader(raw))
		if err != nil {
			return err
		}
		resp, err := s.client.Do(req)
		if err != nil {
			return err
		}
		if err := refused(resp); err != nil {
			var r refusal
			if errors.As(err, &r) && r.Status == http.StatusTooManyRequests {
				time.Sleep(time.Second)
				continue
			}
			return err
		}
		return nil
	}
	return errors.New("too many requests")
}

// Broken repeats what the server may have done.
func (s *Shop) Broken(raw []byte) error {
	for range 4 {
		req, err := http.NewRequest(http.MethodPost, s.base, bytes.NewReader(raw))
		if err != nil {
			return err
		}
		resp, err := s.client.Do(req) // want `POST repeated up to 4 times without an idempotency key`
		if err != nil {
			return err
		}
		if err := refused(resp); err != nil {
			var r refusal
			if errors.As(err, &r) && r.Status >= 500 {
				time.Sleep(time.Second)
				continue
			}
			return err
		}
		return nil
	}
	return errors.New("too many failures")
}
