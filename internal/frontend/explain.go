package frontend

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/retryvet/retryvet/internal/output"
)

// explain tells why a place is a retry, or why it is none.
func (c *command) explain(args []string) error {
	r, err := c.parse("retryvet explain", []string{"text"}, args)
	if err != nil {
		return err
	}
	if len(r.patterns) != 1 {
		return errors.New("explain is followed by one place, FILE:LINE")
	}
	file, line, err := place(r.patterns[0])
	if err != nil {
		return err
	}
	dir, err := filepath.Abs(r.dir)
	if err != nil {
		return err
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	if _, err := os.Stat(file); err != nil {
		return err
	}
	// The package of the file is the one in its folder.
	r.dir, r.patterns = filepath.Dir(file), []string{"."}
	res, err := c.collect(r)
	if err != nil {
		return err
	}
	return output.Explain(c.stdout, filepath.Base(file), line, res.rows, res.findings)
}

// place reads FILE:LINE, also with a column behind it.
func place(s string) (file string, line int, err error) {
	parts := strings.Split(s, ":")
	for n := min(len(parts)-1, 2); n >= 1; n-- {
		number := parts[len(parts)-n]
		if line, err = strconv.Atoi(number); err == nil && line > 0 {
			return strings.Join(parts[:len(parts)-n], ":"), line, nil
		}
	}
	return "", 0, fmt.Errorf("%q is no place such as client.go:41", s)
}
