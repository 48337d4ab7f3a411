package retryvet_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/retryvet/retryvet"
	"github.com/retryvet/retryvet/internal/passdoc"
)

var heading = regexp.MustCompile(`(?m)^## (.+)$`)

// Each analyzer has a page, and each category an anchor on it: the URL of a
// finding leads there. What the page says of a category must not be empty.
func TestEveryCategoryIsDocumented(t *testing.T) {
	for _, a := range retryvet.Analyzers {
		categories := passdoc.Categories(a.Doc)
		if len(categories) == 0 {
			t.Errorf("the documentation of %s lists no categories", a.Name)
		}
		page, err := os.ReadFile("docs/" + a.Name + ".md")
		if err != nil {
			t.Error(err)
			continue
		}
		text := string(page)
		if !strings.HasPrefix(text, "# "+a.Name+"\n") {
			t.Errorf("docs/%s.md does not start with the name of the analyzer", a.Name)
		}
		var anchors []string
		for _, h := range heading.FindAllStringSubmatch(text, -1) {
			anchors = append(anchors, h[1])
		}
		for _, c := range categories {
			_, section, ok := strings.Cut(text, "\n## "+c.Name+"\n")
			if !ok {
				t.Errorf("docs/%s.md has no section %q, only %q", a.Name, c.Name, anchors)
				continue
			}
			section, _, _ = strings.Cut(section, "\n## ")
			if len(strings.Fields(section)) < 10 {
				t.Errorf("docs/%s.md says next to nothing of %s", a.Name, c.Name)
			}
		}
		if !slices.ContainsFunc(anchors, func(h string) bool { return strings.Contains(strings.ToLower(h), "cannot see") }) {
			t.Errorf("docs/%s.md does not tell what the analyzer cannot see", a.Name)
		}
	}
}
