package change

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const diff = `diff --git a/a.go b/a.go
--- a/a.go
+++ b/a.go
@@ -1,2 +1,3 @@ func f() {
-one
--- not a name
+one
+++ not a name
+three
@@ -9,2 +10,0 @@
-x
-y
diff --git a/b c.go b/b c.go
--- a/b c.go	
+++ b/b c.go	
@@ -4 +5 @@
-x
+y
diff --git "a/q\t.go" "b/q\t.go"
--- "a/q\t.go"
+++ "b/q\t.go"
@@ -0,0 +1 @@
+y
`

func TestReadDiff(t *testing.T) {
	type change struct {
		file string
		span
	}
	var got []change
	if err := readDiff([]byte(diff), func(file string, s span) { got = append(got, change{file, s}) }); err != nil {
		t.Fatal(err)
	}
	want := []change{{"a.go", span{1, 3}}, {"a.go", span{10, 11}}, {"b c.go", span{5, 5}}, {"q\t.go", span{1, 1}}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func FuzzReadDiff(f *testing.F) {
	f.Add(diff)
	f.Add("@@ -1 +")
	f.Fuzz(func(t *testing.T, s string) { _ = readDiff([]byte(s), func(string, span) {}) })
}

// repo makes a repository with two commits and changes beyond them.
func repo(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		dir = resolved
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	run(t, dir, "init", "-q", "-b", "main")
	put(t, dir, "sub/a.go", "1\n2\n3\n4\n5\n")
	put(t, dir, "text.txt", "1\n")
	commit(t, dir, "first")
	run(t, dir, "checkout", "-q", "-b", "topic")
	put(t, dir, "sub/a.go", "1\n2\nthree\n4\n5\n")
	commit(t, dir, "second")
	put(t, dir, "sub/a.go", "1\n2\nthree\n4\n5\n6\n")
	put(t, dir, "new.go", "1\n")
	return dir
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func commit(t *testing.T, dir, message string) {
	t.Helper()
	run(t, dir, "add", "-A")
	run(t, dir, "-c", "user.name=Tester", "-c", "user.email=tester@example.com", "commit", "-q", "-m", message)
}

func run(t *testing.T, dir string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	if _, err := git(dir, args...); err != nil {
		t.Fatalf("git %v: %v", args, err)
	}
}

func TestSince(t *testing.T) {
	dir := repo(t)
	c, err := Since(filepath.Join(dir, "sub"), "main")
	if err != nil {
		t.Fatal(err)
	}
	if c.Prefix != "sub/" || c.Root != dir {
		t.Errorf("root %s, prefix %s", c.Root, c.Prefix)
	}
	for _, test := range []struct {
		file           string
		from, to, want int
	}{
		{"sub/a.go", 1, 2, 0}, {"sub/a.go", 1, 9, 3}, {"sub/a.go", 4, 5, 0}, {"sub/a.go", 6, 6, 6},
		{"new.go", 40, 41, 40}, {"text.txt", 1, 1, 0},
	} {
		if got, _ := c.FirstLine(filepath.Join(dir, test.file), test.from, test.to); got != test.want {
			t.Errorf("%s:%d-%d: first changed line %d, want %d", test.file, test.from, test.to, got, test.want)
		}
	}
}

// The base comes to the same place each time, unless that is taken.
func TestCheckout(t *testing.T) {
	dir := repo(t)
	c, err := Since(dir, "main")
	if err != nil {
		t.Fatal(err)
	}
	first, release, err := c.Checkout()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(first, "sub", "a.go"))
	if err != nil || string(data) != "1\n2\n3\n4\n5\n" {
		t.Errorf("the base has %q, %v", data, err)
	}
	put(t, first, "stale.go", "left over")
	second, releaseSecond, err := c.Checkout()
	if err != nil || second == first {
		t.Errorf("two at once share %s, %v", second, err)
	}
	releaseSecond()
	release()
	third, release, err := c.Checkout()
	if err != nil || third != first {
		t.Errorf("the base is at %s, then at %s, %v", first, third, err)
	}
	defer release()
	if _, err := os.Stat(filepath.Join(third, "stale.go")); err == nil {
		t.Error("files of another run are left over")
	}
	if out, err := git(dir, "status", "--porcelain"); err != nil || strings.Contains(out, "tree") {
		t.Errorf("status %q, %v", out, err)
	}
}

func TestErrors(t *testing.T) {
	dir := repo(t)
	check := func(dir, revision, want string) {
		t.Helper()
		if _, err := Since(dir, revision); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", revision, err, want)
		}
	}
	check(dir, "nowhere", "git fetch origin")
	check(dir, "--all", "no revision")
	check(t.TempDir(), "main", "needs a git repository")

	shallow := filepath.Join(t.TempDir(), "clone")
	run(t, dir, "stash", "-u", "-q")
	run(t, dir, "clone", "-q", "--depth=1", "file://"+dir, shallow)
	check(shallow, "main", "shallow clone: fetch it (git fetch origin main)")
	run(t, shallow, "fetch", "-q", "--depth=1", "origin", "main:main")
	check(shallow, "main", "--unshallow")
	run(t, shallow, "fetch", "-q", "--unshallow", "origin")
	if _, err := Since(shallow, "main"); err != nil {
		t.Errorf("with its history: %v", err)
	}
}
