// Command docanalysis prints the summary of a document.
//
// The client asks a broker, the broker asks the analysis service, over a
// transport that deals with failures. So does the broker, and so does the
// client: 3 x 3 x 3 requests reach a service that is down.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"example.com/docanalysis/broker"
	"example.com/docanalysis/client"
	"example.com/docanalysis/transport"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: docanalysis DOCUMENT")
	}
	summary, err := newClient(os.Getenv("ANALYSIS_URL")).Summary(context.Background(), os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(summary)
}

// newClient puts the three layers together.
func newClient(analysisURL string) *client.Client {
	httpClient := &http.Client{Transport: transport.New()}
	return client.New(broker.New(analysisURL, httpClient))
}
