// Package retryvet is a suite of analyzers that find out how often a program
// repeats a call when that call fails, and whether anyone chose that number.
//
// The command is in cmd/retryvet. Other drivers (nogo, golangci-lint, a
// multichecker) take the analyzers from here or from the packages under passes.
package retryvet

//go:generate go test -run TestPages . -update

import (
	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/passes/backoff"
	"github.com/retryvet/retryvet/passes/deadline"
	"github.com/retryvet/retryvet/passes/idempotency"
	"github.com/retryvet/retryvet/passes/nestedretry"
	"github.com/retryvet/retryvet/passes/overload"
)

// Analyzers is the suite.
var Analyzers = []*analysis.Analyzer{
	nestedretry.Analyzer,
	deadline.Analyzer,
	idempotency.Analyzer,
	overload.Analyzer,
	backoff.Analyzer,
}
