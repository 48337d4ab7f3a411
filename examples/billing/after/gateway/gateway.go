// Package gateway is the HTTP face of the service.
package gateway

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"example.com/billing/orchestrator"
)

// deadline is what a customer is willing to wait. Two attempts of 2 s and the
// wait between them need 4.5 s of it.
const deadline = 20 * time.Second

// An Assistant answers questions about charges. It retries where that helps,
// so the gateway does not.
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
	answer, err := g.assistant.Answer(r.Context(), r.PathValue("id"))
	if err != nil {
		fail(w, err)
		return
	}
	io.WriteString(w, answer)
}

func (g *Gateway) dispute(w http.ResponseWriter, r *http.Request) {
	if err := g.assistant.Dispute(r.Context(), r.PathValue("id")); err != nil {
		fail(w, err)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

// fail passes an overload on, so that callers back off instead of repeating.
func fail(w http.ResponseWriter, err error) {
	if errors.Is(err, orchestrator.ErrOverloaded) {
		w.Header().Set("Retry-After", "30")
		http.Error(w, "overloaded, try later", http.StatusServiceUnavailable)
		return
	}
	http.Error(w, err.Error(), http.StatusBadGateway)
}
