// Nop is a vet tool without analyzers: what go vet costs by itself.
package main

import "golang.org/x/tools/go/analysis/unitchecker"

func main() { unitchecker.Main() }
