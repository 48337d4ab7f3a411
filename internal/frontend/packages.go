package frontend

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// A listed is one package as go list describes it.
type listed struct {
	ImportPath string
	GoFiles    []string
	Module     *module
	Error      *struct{ Err string }
	DepsErrors []*struct{ Err string }
	Incomplete bool
	// The test files' imports are loaded apart: their faults are not here.
}

// A module is one that is worked on, not one that is required.
type module struct {
	Path, Dir string
	Main      bool
}

// list asks the go command which packages the patterns name. With deps it
// loads what they import as well, to find out what keeps them from building.
func list(r *request, deps bool) ([]listed, error) {
	args := []string{"list", "-e", "-json=ImportPath,GoFiles,Module,Error,DepsErrors,Incomplete"}
	if !deps {
		args = append(args, "-find")
	}
	if r.tags != "" {
		args = append(args, "-tags="+r.tags)
	}
	cmd := exec.Command("go", append(append(args, "--"), r.patterns...)...)
	cmd.Dir = r.dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if text := strings.TrimSpace(stderr.String()); text != "" {
			return nil, errors.New(text)
		}
		return nil, fmt.Errorf("go list: %w", err)
	}
	var pkgs []listed
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		var p listed
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return pkgs, nil
		}
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		pkgs = append(pkgs, p)
	}
}
