// Command billing answers customers' questions about their card charges.
//
// Three services take part: the gateway receives the question, the
// orchestrator finds out what is needed to answer it, and the tool server
// looks up the charge. Each was written with care, by people who knew that the
// network fails, and each makes three attempts. Together they make 27.
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
