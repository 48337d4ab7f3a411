package frontend

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"go/format"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/retryvet/retryvet/internal/finding"
)

// fix applies the suggested fixes, or prints what they would change. A fix is
// applied whole or not at all; what does not compile afterwards is not applied.
func (c *command) fix(r *request, res *results) error {
	s := &sources{dir: r.dir, original: make(map[string][]byte)}
	var chosen []finding.Fix
	left := 0
	for _, f := range res.findings {
		if len(f.Fixes) == 0 {
			continue
		}
		if s.compatible(chosen, f.Fixes[0]) {
			chosen = append(chosen, f.Fixes[0])
		} else {
			left++
		}
	}
	chosen, fixed, err := c.compiling(r, s, chosen, &left)
	if err != nil {
		return err
	}
	if left > 0 {
		fmt.Fprintf(c.stderr, "retryvet: %d fixes are left out: they overlap with others, or do not compile; run -fix again for those that overlap\n", left)
	}
	for _, file := range slices.Sorted(maps.Keys(fixed)) {
		if r.diff {
			if err := unified(c.stdout, relative(s.abs("."), file), s.original[file], fixed[file]); err != nil {
				return err
			}
			continue
		}
		info, err := os.Stat(file)
		if err != nil {
			return err
		}
		if err := os.WriteFile(file, fixed[file], info.Mode().Perm()); err != nil {
			return err
		}
	}
	if !r.diff {
		fmt.Fprintf(c.stderr, "retryvet: %d fixes applied in %d files\n", len(chosen), len(fixed))
	}
	return nil
}

// compiling applies the fixes and has go vet check the types of the result. If
// it does not build, the fixes are tried one after the other.
func (c *command) compiling(r *request, s *sources, fixes []finding.Fix, left *int) ([]finding.Fix, map[string][]byte, error) {
	fixed, err := s.apply(fixes)
	if err == nil && (len(fixes) == 0 || builds(r, fixed)) {
		return fixes, fixed, nil
	}
	var good []finding.Fix
	for _, fix := range fixes {
		try := append(slices.Clip(good), fix)
		if fixed, err := s.apply(try); err == nil && builds(r, fixed) {
			good = try
		} else {
			*left++
		}
	}
	fixed, err = s.apply(good)
	return good, fixed, err
}

// builds reports whether the packages, their tests included, have no type
// errors with the given contents of files.
func builds(r *request, contents map[string][]byte) bool {
	dir, err := os.MkdirTemp("", "retryvet-fix-")
	if err != nil {
		return false
	}
	defer os.RemoveAll(dir)
	replace := make(map[string]string)
	for i, file := range slices.Sorted(maps.Keys(contents)) {
		name := filepath.Join(dir, fmt.Sprintf("%d.go", i))
		if os.WriteFile(name, contents[file], 0o666) != nil {
			return false
		}
		replace[file] = name
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return false
	}
	file := filepath.Join(dir, "overlay.json")
	if os.WriteFile(file, overlay, 0o666) != nil {
		return false
	}
	// One cheap check: what matters are the types.
	args := []string{"vet", "-overlay=" + file, "-ifaceassert"}
	if r.tags != "" {
		args = append(args, "-tags="+r.tags)
	}
	cmd := exec.Command("go", append(append(args, "--"), r.patterns...)...)
	cmd.Dir = r.dir
	return cmd.Run() == nil
}

// sources are the files that fixes change.
type sources struct {
	dir      string
	original map[string][]byte // by absolute name
}

func (s *sources) abs(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	abs, err := filepath.Abs(filepath.Join(s.dir, file))
	if err != nil {
		return file
	}
	return abs
}

func (s *sources) read(file string) ([]byte, error) {
	if data, ok := s.original[file]; ok {
		return data, nil
	}
	data, err := os.ReadFile(file)
	if err == nil {
		s.original[file] = data
	}
	return data, err
}

// compatible reports whether no edit of the fix touches one of the others. Two
// equal edits, such as one import that both add, are one.
func (s *sources) compatible(others []finding.Fix, fix finding.Fix) bool {
	for _, other := range others {
		for _, a := range other.Edits {
			for _, b := range fix.Edits {
				if a != b && a.Pos.File == b.Pos.File && a.Pos.Compare(b.End) <= 0 && b.Pos.Compare(a.End) <= 0 {
					return false
				}
			}
		}
	}
	return len(fix.Edits) > 0
}

// apply returns the contents of the files after the fixes, formatted.
func (s *sources) apply(fixes []finding.Fix) (map[string][]byte, error) {
	edits := make(map[string][]finding.Edit)
	for _, fix := range fixes {
		for _, e := range fix.Edits {
			file := s.abs(e.Pos.File)
			if !slices.Contains(edits[file], e) {
				edits[file] = append(edits[file], e)
			}
		}
	}
	fixed := make(map[string][]byte)
	for file, list := range edits {
		data, err := s.read(file)
		if err != nil {
			return nil, err
		}
		if fixed[file], err = applyEdits(data, list); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return fixed, nil
}

func applyEdits(data []byte, edits []finding.Edit) ([]byte, error) {
	edits = slices.Clone(edits)
	slices.SortFunc(edits, func(a, b finding.Edit) int {
		return cmp.Or(a.Pos.Compare(b.Pos), a.End.Compare(b.End))
	})
	starts := lineStarts(data)
	var out bytes.Buffer
	last := 0
	for _, e := range edits {
		from, to := offset(starts, e.Pos, len(data)), offset(starts, e.End, len(data))
		if from < last || to < from {
			return nil, fmt.Errorf("line %d: a fix does not fit the file", e.Pos.Line)
		}
		out.Write(data[last:from])
		out.WriteString(e.Text)
		last = to
	}
	out.Write(data[last:])
	return format.Source(out.Bytes())
}

func lineStarts(data []byte) []int {
	starts := []int{0}
	for i, c := range data {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// offset returns where a position is, -1 if there is no such place.
func offset(starts []int, p finding.Position, size int) int {
	if p.Line < 1 || p.Line > len(starts) || p.Column < 1 {
		return -1
	}
	if at := starts[p.Line-1] + p.Column - 1; at <= size {
		return at
	}
	return -1
}
