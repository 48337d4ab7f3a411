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

// placeTimes gives rows the times that other packages know of them: the
// longest of each.
func (res *results) placeTimes(dir string) {
	type place struct {
		file string
		line int
	}
	longest := make(map[place]inventory.LayerTime)
	for _, t := range res.times {
		file, ok := res.fileOf(t.File, dir)
		if p := (place{file, t.Line}); ok && t.Worst > longest[p].Worst {
			longest[p] = t
		}
	}
	for i := range res.rows {
		row := &res.rows[i]
		if t, ok := longest[place{row.File, row.Line}]; ok && (row.Time == nil || row.Time.WorstCase == "") {
			row.Time = &t.Time
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
