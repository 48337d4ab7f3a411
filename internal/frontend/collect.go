package frontend

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/inventory"
)

// results are what the asked packages gave, sorted, each thing once.
type results struct {
	findings []finding.Finding
	rows     []inventory.Row
}

// collect analyzes the packages that were asked for. Packages that do not
// build are named on stderr and make the command fail in the end.
func (c *command) collect(r *request) (*results, error) {
	asked := make(map[string]bool)
	pkgs, err := list(r, false)
	if err != nil {
		return nil, err
	}
	for _, p := range pkgs {
		asked[p.ImportPath] = true
	}

	res := new(results)
	done := make(map[string]bool)
	show := newProgress(c.stderr)
	visit := func(u unit) {
		if tested, ok := strings.CutSuffix(u.path, "_test"); ok && !asked[u.path] {
			u.path = tested
		}
		if !asked[u.path] {
			return
		}
		if u.err != "" {
			show.clear()
			fmt.Fprintf(c.stderr, "retryvet: %s: %s\n", u.path, u.err)
			c.code = failed
		}
		done[u.path] = true
		show.step(len(done), len(asked))
		res.add(u)
	}

	var complaints bytes.Buffer
	content, err := vet(r, r.patterns, &complaints, visit)
	if err == nil && !content && len(done) == 0 {
		// One package that cannot be loaded stops go vet. Leave such out.
		var good []string
		if good, err = c.loadable(r); err == nil && len(good) > 0 {
			complaints.Reset()
			_, err = vet(r, good, &complaints, visit)
		}
		c.code = failed
	}
	show.clear()
	_, _ = c.stderr.Write(complaints.Bytes())
	if err != nil {
		return nil, err
	}
	if !content {
		c.code = failed
		for _, p := range pkgs {
			if !done[p.ImportPath] {
				fmt.Fprintf(c.stderr, "retryvet: %s was not analyzed: it, or a package it imports, does not build\n", p.ImportPath)
			}
		}
	}
	dir, err := filepath.Abs(r.dir) // as the go command names it: by PWD, symbolic links and all
	if err != nil {
		return nil, err
	}
	res.finish(dir)
	return res, nil
}

// loadable returns the asked packages that go vet can load, and names what is
// wrong with the others.
func (c *command) loadable(r *request) ([]string, error) {
	pkgs, err := list(r, true)
	if err != nil {
		return nil, err
	}
	var good []string
	told := make(map[string]bool)
	tell := func(text string) {
		if !told[text] {
			told[text] = true
			fmt.Fprintln(c.stderr, strings.TrimSpace(text))
		}
	}
	for _, p := range pkgs {
		if !p.Incomplete {
			good = append(good, p.ImportPath)
			continue
		}
		if p.Error != nil {
			tell(p.Error.Err)
		}
		for _, e := range p.DepsErrors {
			tell(e.Err)
		}
	}
	return good, nil
}

func (res *results) add(u unit) {
	for _, m := range u.messages {
		if m.Finding != nil {
			res.findings = append(res.findings, *m.Finding)
		}
		if m.Row != nil {
			res.rows = append(res.rows, *m.Row)
		}
	}
}

// finish makes file names relative to dir, sorts, and drops what the test
// variant of a package says a second time.
func (res *results) finish(dir string) {
	for i := range res.findings {
		f := &res.findings[i]
		f.Pos.File = relative(dir, f.Pos.File)
		f.End.File = relative(dir, f.End.File)
	}
	for i := range res.rows {
		res.rows[i].File = relative(dir, res.rows[i].File)
	}
	slices.SortFunc(res.findings, finding.Compare)
	res.findings = slices.CompactFunc(res.findings, finding.Same)
	slices.SortFunc(res.rows, inventory.Compare)
	res.rows = slices.CompactFunc(res.rows, inventory.Same)
}

// relative shortens file to a path that starts at dir, if that is shorter.
func relative(dir, file string) string {
	rel, err := filepath.Rel(dir, file)
	if err != nil || len(rel) >= len(file) {
		return file
	}
	return rel
}
