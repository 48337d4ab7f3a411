package main

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the command prints into the README")

// What the README shows is what the command prints.
func TestReadme(t *testing.T) {
	const root, fence = "../..", "```"
	text, err := os.ReadFile(root + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	parts := strings.Split(string(text), fence+"console\n")
	for i, part := range parts[1:] {
		block, rest, _ := strings.Cut(part, fence)
		command, want, _ := strings.Cut(block, "\n")
		args, ok := strings.CutPrefix(command, "$ go run ./cmd/retryvet ")
		if !ok {
			continue
		}
		shown++
		stdout, _ := output(t, root, tool(t), strings.Fields(args)...)
		got := string(stdout)
		if !strings.HasPrefix(args, "inventory") {
			got += "exit status 1\n" // the word of go run
		}
		parts[i+1] = command + "\n" + got + fence + rest
		if got != want && !*update {
			t.Errorf("%s\nprints\n%s\nthe README has (go test -update writes it)\n%s", command, got, want)
		}
	}
	if shown == 0 {
		t.Error("the README shows no command")
	}
	if *update {
		if err := os.WriteFile(root+"/README.md", []byte(strings.Join(parts, fence+"console\n")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
