// Retryvet finds retries around retries and says how many calls they make.
//
//	retryvet ./...
//	go vet -vettool=$(which retryvet) ./...
//
// Run "retryvet help" for all of it.
package main

import (
	"os"

	"github.com/retryvet/retryvet"
	"github.com/retryvet/retryvet/internal/frontend"
)

func main() {
	os.Exit(frontend.Main(retryvet.Analyzers, os.Args[1:], os.Stdout, os.Stderr))
}
