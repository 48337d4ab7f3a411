package frontend

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/inventory"
)

// positions returns all places of a finding.
func positions(f *finding.Finding) []*finding.Position {
	list := []*finding.Position{&f.Pos, &f.End}
	for i := range f.Related {
		list = append(list, &f.Related[i].Pos)
	}
	for i := range f.Fixes {
		edits := f.Fixes[i].Edits
		for j := range edits {
			list = append(list, &edits[j].Pos, &edits[j].End)
		}
	}
	return list
}

// placeLayers finds the files of the layers that lie in the modules at hand.
// Facts name a file by its import path, which is the same on every machine.
func (res *results) placeLayers(f *finding.Finding, dir string) {
	if f.Attempts == nil {
		return
	}
	for i := range f.Attempts.Layers {
		l := &f.Attempts.Layers[i]
		if file, ok := res.fileOf(l.File, dir); ok && l.Line > 0 {
			l.Pos = &finding.Position{File: file, Line: l.Line}
		}
	}
}

// fileOf finds a file of the modules at hand by its import path.
func (res *results) fileOf(name, dir string) (string, bool) {
	for _, m := range res.modules {
		rest, ok := strings.CutPrefix(name, m.Path+"/")
		if !ok {
			continue
		}
		file := filepath.Join(m.Dir, filepath.FromSlash(rest))
		if _, err := os.Stat(file); err == nil {
			return relative(dir, file), true
		}
	}
	return "", false
}

// placeWired gives rows what other packages know of them: the longest time, and
// the largest product of what is below.
func (res *results) placeWired(dir string) {
	type place struct {
		file string
		line int
	}
	longest, largest := make(map[place]inventory.Wired), make(map[place]inventory.Wired)
	for _, w := range res.wired {
		file, ok := res.fileOf(w.File, dir)
		if !ok {
			continue
		}
		p := place{file, w.Line}
		if w.Worst > longest[p].Worst {
			longest[p] = w
		}
		if len(w.Below) > 0 && w.Total.Compare(largest[p].Total) > 0 {
			largest[p] = w
		}
	}
	for i := range res.rows {
		row := &res.rows[i]
		p := place{row.File, row.Line}
		if w, ok := longest[p]; ok && (row.Time == nil || row.Time.WorstCase == "") {
			row.Time = w.Time
		}
		if w, ok := largest[p]; ok && len(row.Below) == 0 && (row.Class == "retry" || row.Class == "failover") {
			row.Below = w.Below
		}
	}
}

// timeNests tells of nested retries how long they can take, where the inventory
// knows it of their outermost layer. A layer over several paths has the time of
// the longest, which is not that of each: there nothing is told.
func (res *results) timeNests() {
	type nest struct {
		analyzer string
		at       finding.Position
	}
	paths := make(map[nest]int)
	outermost := func(f *finding.Finding) (nest, bool) {
		if f.Attempts == nil || len(f.Attempts.Layers) < 2 || f.Attempts.Layers[0].Pos == nil {
			return nest{}, false
		}
		return nest{f.Analyzer, *f.Attempts.Layers[0].Pos}, true
	}
	for i := range res.findings {
		if n, ok := outermost(&res.findings[i]); ok {
			paths[n]++
		}
	}
	for i := range res.findings {
		f := &res.findings[i]
		n, ok := outermost(f)
		if !ok || f.Time != nil || paths[n] > 1 {
			continue
		}
		for _, row := range res.rows {
			if row.File == n.at.File && row.Line == n.at.Line && row.Time != nil {
				t := *row.Time
				f.Time = &t
			}
		}
	}
}
