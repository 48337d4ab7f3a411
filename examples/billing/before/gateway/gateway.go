// Package gateway is the HTTP face of the service.
package gateway

import (
	"context"
	"io"
	"net/http"
	"time"
)

// deadline is what a customer is willing to wait.
const deadline = 20 * time.Second

// attempts is how often the gateway asks the assistant before it gives up.
const attempts = 3

// An Assistant answers questions about charges.
type Assistant interface {
	Answer(ctx context.Context, chargeID string) (string, error)
	Dispute(ctx context.Context, chargeID string) error
}

// A Gateway serves customers.
type Gateway struct {
	assistant Assistant
	mux       *http.ServeMux
}

// New returns a gateway in front of an assistant.
func New(assistant Assistant) *Gateway {
	g := &Gateway{assistant: assistant, mux: http.NewServeMux()}
	g.mux.HandleFunc("GET /charges/{id}", g.explain)
	g.mux.HandleFunc("POST /charges/{id}/dispute", g.dispute)
	return g
}

func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), deadline)
	defer cancel()
	g.mux.ServeHTTP(w, r.WithContext(ctx))
}

func (g *Gateway) explain(w http.ResponseWriter, r *http.Request) {
	answer, err := g.ask(r.Context(), r.PathValue("id"))
	if err != nil {
		http.Error(w, "no answer: "+err.Error(), http.StatusBadGateway)
		return
	}
	io.WriteString(w, answer)
}

// ask is the outermost of the three layers.
func (g *Gateway) ask(ctx context.Context, chargeID string) (string, error) {
	var (
		answer string
		err    error
	)
	for attempt := 0; attempt < attempts; attempt++ {
		answer, err = g.assistant.Answer(ctx, chargeID)
		if err == nil {
			return answer, nil
		}
		if ctx.Err() != nil {
			break
		}
	}
	return "", err
}

func (g *Gateway) dispute(w http.ResponseWriter, r *http.Request) {
	if err := g.assistant.Dispute(r.Context(), r.PathValue("id")); err != nil {
		http.Error(w, "not disputed: "+err.Error(), http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusCreated)
}
