// Package change tells what a working copy changes against a revision of its
// git repository, and brings that revision on disk to be analyzed as well.
package change

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// A Change is the difference between a base revision and the files on disk,
// committed or not.
type Change struct {
	Root   string // the root of the working copy
	Base   string // the commit that is compared with
	Prefix string // where the directory in question lies below the root

	lines map[string][]span // by absolute file name
}

// Since finds out what changed in the working copy around dir since its history
// parted from that of the revision.
func Since(dir, revision string) (*Change, error) {
	c := new(Change)
	var err error
	if c.Root, err = git(dir, "rev-parse", "--show-toplevel"); err != nil {
		return nil, fmt.Errorf("a base to compare with needs a git repository: %w", err)
	}
	c.Root = filepath.FromSlash(c.Root)
	if c.Prefix, err = git(dir, "rev-parse", "--show-prefix"); err != nil {
		return nil, err
	}
	if c.Base, err = mergeBase(dir, revision); err != nil {
		return nil, err
	}
	if c.lines, err = changedLines(c.Root, c.Base); err != nil {
		return nil, err
	}
	return c, nil
}

// mergeBase returns the commit at which the histories of HEAD and the revision
// part. Clones for a build often lack the history to tell: the error says what
// to do.
func mergeBase(dir, revision string) (string, error) {
	shallow, _ := git(dir, "rev-parse", "--is-shallow-repository")
	if strings.HasPrefix(revision, "-") {
		return "", fmt.Errorf("%q is no revision", revision)
	}
	if _, err := git(dir, "rev-parse", "--verify", "--quiet", revision+"^{commit}"); err != nil {
		if shallow == "true" {
			return "", fmt.Errorf("the base %s is not in this shallow clone: fetch it (git fetch origin %s), or clone with its history (fetch-depth: 0)", revision, revision)
		}
		return "", fmt.Errorf("the base %s is no revision of this repository: fetch it (git fetch origin)", revision)
	}
	base, err := git(dir, "merge-base", revision, "HEAD")
	switch {
	case err == nil:
		return base, nil
	case shallow == "true":
		return "", fmt.Errorf("the history of this shallow clone does not reach back to where HEAD left %s: fetch more of it (git fetch --unshallow, or fetch-depth: 0)", revision)
	}
	return "", fmt.Errorf("HEAD and %s have no common history to compare with", revision)
}

// git runs a git command and returns what it prints.
func git(dir string, args ...string) (string, error) {
	out, err := gitOutput(dir, args...)
	return strings.TrimSpace(string(out)), err
}

func gitOutput(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		if text := strings.TrimSpace(stderr.String()); text != "" {
			return nil, errors.New(text)
		}
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return out, err
}
