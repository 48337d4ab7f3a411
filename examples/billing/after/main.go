// Command billing answers customers' questions about their card charges.
//
// Three services take part, and one of them retries: the orchestrator, which
// knows how much time a question has left and how the tool server is doing.
// The gateway above it and the client below it make one attempt, fail fast and
// pass on what they were told.
package main

import (
	"log"
	"net/http"
	"os"
	"time"

	"example.com/billing/gateway"
	"example.com/billing/orchestrator"
	"example.com/billing/toolserver"
)

func main() {
	server := &http.Server{
		Addr:              ":8080",
		Handler:           newService(os.Getenv("TOOL_SERVER_URL")),
		ReadHeaderTimeout: 5 * time.Second,
	}
	log.Fatal(server.ListenAndServe())
}

// newService puts the three layers together.
func newService(toolServerURL string) http.Handler {
	billing := toolserver.New(toolServerURL)
	assistant := orchestrator.New(billing)
	return gateway.New(assistant)
}
