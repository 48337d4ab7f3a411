package change

import (
	"archive/zip"
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
	// Not as tar: its package asks the system for users, which takes the C
	// library, and each of the many processes of a run would start slower.
	archive, err := gitOutput(c.Root, "archive", "--format=zip", "-0", c.Base)
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
	files, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return fmt.Errorf("reading the base: %w", err)
	}
	for _, f := range files.File {
		if err := write(root, f); err != nil {
			return fmt.Errorf("writing the base: %w", err)
		}
	}
	return nil
}

// write makes one entry of the archive. Symbolic links are left out: Go reads
// no package through them, and they could lead anywhere.
func write(root *os.Root, entry *zip.File) error {
	name := filepath.Clean(entry.Name)
	switch mode := entry.Mode(); {
	case mode.IsDir():
		return root.MkdirAll(name, 0o777)
	case !mode.IsRegular():
		return nil
	}
	if err := root.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	content, err := entry.Open()
	if err != nil {
		return err
	}
	defer content.Close()
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
