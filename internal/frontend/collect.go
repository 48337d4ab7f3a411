package frontend

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/inventory"
)

// results are what the asked packages gave, sorted, each thing once.
type results struct {
	findings []finding.Finding
	rows     []inventory.Row
	wired    []inventory.Wired
	modules  []module
}

// collect analyzes the packages that were asked for. Packages that do not
// build are named on stderr and make the command fail in the end.
func (c *command) collect(r *request) (*results, error) {
	// What the patterns name is found out while go vet runs.
	var pkgs []listed
	var listErr error
	listing := make(chan struct{})
	go func() {
		defer close(listing)
		pkgs, listErr = list(r, false)
	}()
	all, err := c.vet(r, r.patterns)
	<-listing
	if err := cmp.Or(listErr, err); err != nil {
		return nil, err
	}
	if len(all.units) == 0 && !all.content {
		// One package that cannot be loaded stops go vet. Leave such out.
		good, err := c.loadable(r)
		if err != nil {
			return nil, err
		}
		all = &run{}
		if len(good) > 0 {
			if all, err = c.vet(r, good); err != nil {
				return nil, err
			}
		}
		all.content = false
	}
	if all.content {
		if err := c.regain(r, all, pkgs); err != nil {
			return nil, err
		}
	}
	_, _ = c.stderr.Write(all.complaints.Bytes())

	res := new(results)
	done := make(map[string]bool)
	for _, p := range pkgs {
		done[p.ImportPath] = false
		if m := p.Module; m != nil && m.Main && !slices.Contains(res.modules, *m) {
			res.modules = append(res.modules, *m)
		}
	}
	for _, u := range all.units {
		path := u.path
		if _, asked := done[path]; !asked {
			path = strings.TrimSuffix(path, "_test")
		}
		if _, asked := done[path]; !asked {
			continue // a dependency, analyzed on the way
		}
		done[path] = true
		if u.err != "" {
			fmt.Fprintf(c.stderr, "retryvet: %s: %s\n", path, u.err)
			c.code = failed
		}
		res.add(u)
	}
	if !all.content {
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
		if m.Wired != nil {
			res.wired = append(res.wired, *m.Wired)
		}
	}
}

// finish makes file names relative to dir, sorts, and drops what the test
// variant of a package says a second time.
func (res *results) finish(dir string) {
	for i := range res.findings {
		f := &res.findings[i]
		for _, p := range positions(f) {
			p.File = relative(dir, p.File)
		}
		res.placeLayers(f, dir)
	}
	for i := range res.rows {
		res.rows[i].File = relative(dir, res.rows[i].File)
	}
	res.placeWired(dir)
	today := time.Now().Format(time.DateOnly)
	res.findings = slices.DeleteFunc(res.findings, func(f finding.Finding) bool { return f.Until >= today })
	slices.SortFunc(res.findings, finding.Compare)
	res.findings = slices.CompactFunc(res.findings, finding.Same)
	slices.SortFunc(res.rows, inventory.Compare)
	res.rows = slices.CompactFunc(res.rows, inventory.Same)
	res.timeNests()
}

// relative shortens file to a path that starts at dir, if that is shorter.
func relative(dir, file string) string {
	rel, err := filepath.Rel(dir, file)
	if err != nil || len(rel) >= len(file) {
		return file
	}
	return rel
}
