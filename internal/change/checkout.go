package change

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// abandoned is the age at which a lock is that of a run that was killed.
const abandoned = time.Hour

// Checkout puts the files of the base below a directory that stays the same
// from run to run, so that the build cache knows them again, and returns where.
// The repository itself is not touched. release must be called in the end.
func (c *Change) Checkout() (dir string, release func(), err error) {
	home, err := os.UserCacheDir()
	if err != nil {
		home = os.TempDir()
	}
	sum := sha256.Sum256([]byte(c.Root))
	home = filepath.Join(home, "retryvet", "base-"+hex.EncodeToString(sum[:8]))
	if err := os.MkdirAll(home, 0o777); err != nil {
		return "", nil, err
	}
	lock := filepath.Join(home, "lock")
	if info, err := os.Stat(lock); err == nil && time.Since(info.ModTime()) > abandoned {
		_ = os.Remove(lock)
	}
	f, err := os.OpenFile(lock, os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		// Another run is at it. A directory of our own costs the cache only.
		return c.checkoutApart()
	}
	if err != nil {
		return "", nil, err
	}
	_ = f.Close()
	release = func() { _ = os.Remove(lock) }
	dir = filepath.Join(home, "tree")
	if err := c.extract(dir); err != nil {
		release()
		return "", nil, err
	}
	return dir, release, nil
}

func (c *Change) checkoutApart() (dir string, release func(), err error) {
	dir, err = os.MkdirTemp("", "retryvet-base-")
	if err != nil {
		return "", nil, err
	}
	release = func() { _ = os.RemoveAll(dir) }
	if err := c.extract(dir); err != nil {
		release()
		return "", nil, err
	}
	return dir, release, nil
}

// extract writes the files of the base to dir, in place of what is there.
func (c *Change) extract(dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	archive, err := gitOutput(c.Root, "archive", "--format=tar", c.Base)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir) // no name in the archive leads out of it
	if err != nil {
		return err
	}
	defer root.Close()
	files := tar.NewReader(bytes.NewReader(archive))
	for {
		h, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading the base: %w", err)
		}
		if err := write(root, h, files); err != nil {
			return fmt.Errorf("writing the base: %w", err)
		}
	}
}

// write makes one entry of the archive. Symbolic links are left out: Go reads
// no package through them, and they could lead anywhere.
func write(root *os.Root, h *tar.Header, content io.Reader) error {
	switch h.Typeflag {
	case tar.TypeDir:
		return root.MkdirAll(filepath.Clean(h.Name), 0o777)
	case tar.TypeReg:
		name := filepath.Clean(h.Name)
		if err := root.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		f, err := root.Create(name)
		if err != nil {
			return err
		}
		if _, err := io.Copy(f, content); err != nil {
			_ = f.Close()
			return err
		}
		return f.Close()
	}
	return nil
}
