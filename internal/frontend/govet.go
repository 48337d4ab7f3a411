package frontend

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/retryvet/retryvet/internal/wire"
)

// A unit is what go vet prints for one package, or one test variant of it.
type unit struct {
	path     string // the import path, without the mark of the variant
	messages []wire.Message
	err      string // an analyzer that failed
}

// A run is what one call of go vet gave.
type run struct {
	units      []unit
	complaints bytes.Buffer // what it said on stderr
	content    bool         // whether all packages were built and analyzed
}

// vet runs go vet over the patterns with this binary as its tool, and more
// flags.
func (c *command) vet(r *request, patterns []string, more ...string) (*run, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := []string{"vet", "-vettool=" + self, "-json", "-" + wire.Name}
	if r.tags != "" {
		args = append(args, "-tags="+r.tags)
	}
	args = append(append(append(args, r.passes...), more...), "--")
	res := new(run)
	cmd := exec.Command("go", append(args, patterns...)...)
	cmd.Dir = r.dir
	cmd.Stderr = &res.complaints
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("retryvet runs the go command: %w", err)
	}
	show := newProgress(c.stderr)
	defer show.clear()
	broken := decode(out, func(u unit) {
		res.units = append(res.units, u)
		show.step(len(res.units))
	})
	_, _ = io.Copy(io.Discard, out) // let go vet end by itself
	err = cmd.Wait()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	res.content = err == nil
	return res, broken
}

// regain analyzes the asked packages again of which go vet printed nothing. It
// takes what the cache keeps of the facts of a package for enough, also where
// what was printed is not there: lost, or still being written by another run.
func (c *command) regain(r *request, all *run, pkgs []listed) error {
	seen := make(map[string]bool)
	for _, u := range all.units {
		seen[u.path] = true
	}
	var lost []string
	for _, p := range pkgs {
		if len(p.GoFiles) > 0 && !seen[p.ImportPath] {
			lost = append(lost, p.ImportPath)
		}
	}
	if len(lost) == 0 {
		return nil
	}
	fmt.Fprintf(c.stderr, "retryvet: the build cache has lost the answers for %d of %d packages: analyzing them again\n", len(lost), len(pkgs))
	again, err := c.vet(r, lost, fmt.Sprintf("-%s=%d", wire.Afresh, time.Now().UnixNano()))
	if err != nil {
		return err
	}
	all.units = append(all.units, again.units...)
	all.content = again.content
	all.complaints.Write(again.complaints.Bytes())
	return nil
}

// decode reads the objects that go vet -json prints, one for each unit:
// package, then analyzer, then diagnostics or an error.
func decode(out io.Reader, visit func(unit)) error {
	dec := json.NewDecoder(out)
	for {
		var tree map[string]map[string]json.RawMessage
		err := dec.Decode(&tree)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading the output of go vet: %w", err)
		}
		for id, results := range tree {
			u, err := decodeUnit(id, results[wire.Name])
			if err != nil {
				return err
			}
			visit(u)
		}
	}
}

func decodeUnit(id string, result json.RawMessage) (unit, error) {
	u := unit{path: importPath(id)}
	var failure struct{ Error string }
	if json.Unmarshal(result, &failure) == nil {
		u.err = failure.Error
		return u, nil
	}
	var diagnostics []struct{ Message string }
	if err := json.Unmarshal(result, &diagnostics); err != nil {
		return u, fmt.Errorf("reading the results of %s: %w", id, err)
	}
	for _, d := range diagnostics {
		var m wire.Message
		if err := json.Unmarshal([]byte(d.Message), &m); err != nil {
			return u, fmt.Errorf("reading the results of %s: %w", id, err)
		}
		u.messages = append(u.messages, m)
	}
	return u, nil
}

// importPath returns the package that a unit belongs to. "p [p.test]" is p
// with its test files; the test package beside it is "p_test [p.test]" or, if
// it does not import p, "p_test", which is for the caller to recognize.
func importPath(id string) string {
	path, variant, ok := strings.Cut(id, " [")
	if !ok {
		return path
	}
	if tested := strings.TrimSuffix(variant, ".test]"); path == tested+"_test" {
		return tested
	}
	return path
}
