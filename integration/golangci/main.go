// Command golangci is golangci-lint v2 with the retryvet plugin, as "golangci-lint
// custom" would build it. It is a module of its own: golangci-lint is under the
// GPL, and brings hundreds of modules.
package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/retryvet/retryvet/gclplugin"
)

func main() {
	err := commands.Execute(commands.BuildInfo{GoVersion: "go", Version: "2.15.0", Commit: "(unknown)", Date: "(unknown)"})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}
