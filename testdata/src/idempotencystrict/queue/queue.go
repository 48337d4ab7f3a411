// Package queue handles messages that a queue may hand out again.
package queue

import (
	"bytes"
	"context"
	"net/http"
	"net/smtp"
	"time"

	"github.com/hibiken/asynq"
)

type Server struct{ url string }

func (s *Server) Routes(mux *asynq.ServeMux) {
	mux.HandleFunc("mail", s.mail)
	mux.HandleFunc("order", s.order)
	mux.HandleFunc("keyed", s.keyed)
	mux.HandleFunc("fresh", s.fresh)
	mux.HandleFunc("read", s.read)
	mux.HandleFunc("dropped", func(ctx context.Context, t *asynq.Task) error {
		_ = smtp.SendMail("localhost:25", nil, "a@example.com", nil, t.Payload())
		return nil
	})
}

func (s *Server) mail(ctx context.Context, t *asynq.Task) error {
	return smtp.SendMail("localhost:25", nil, "a@example.com", nil, t.Payload()) // want `mail \(smtp.SendMail\) repeated up to 26 times without an idempotency key, by the queue whose handler is set in \(\*Server\).Routes \(queue.go:17\)`
}

func (s *Server) send(req *http.Request) error {
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (s *Server) order(ctx context.Context, t *asynq.Task) error {
	resp, err := http.Post(s.url, "application/json", bytes.NewReader(t.Payload())) // want `POST repeated up to 26 times without an idempotency key, by the queue`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (s *Server) keyed(ctx context.Context, t *asynq.Task) error {
	req, err := http.NewRequest(http.MethodPost, s.url, bytes.NewReader(t.Payload()))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", string(t.Payload()))
	return s.send(req)
}

func (s *Server) fresh(ctx context.Context, t *asynq.Task) error {
	req, err := http.NewRequest(http.MethodPost, s.url, bytes.NewReader(t.Payload()))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", time.Now().String())
	resp, err := http.DefaultClient.Do(req) // want `idempotency key is made anew in every attempt \(time.Now at queue.go:\d+\): POST repeated up to 26 times, by the queue`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (s *Server) read(ctx context.Context, t *asynq.Task) error {
	resp, err := http.Get(s.url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
