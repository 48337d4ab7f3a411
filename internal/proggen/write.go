package proggen

import (
	"embed"
	"fmt"
	"go/format"
	"io/fs"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"text/template"
)

//go:embed forms.txt
var formText string

//go:embed testdata/base
var base embed.FS

var formTemplates = template.Must(template.New("").Parse(formText))

const module = "example.com/generated"

// groupSize is the number of programs that share their packages, so that a
// batch has few packages for the go command to start a tool for.
const groupSize = 25

// A Batch is a module full of programs.
type Batch struct {
	Programs []*Program
	Files    map[string][]byte // by their path in the module
}

// Generate makes up n programs. Equal seeds give equal batches.
func Generate(seed uint64, n int) (*Batch, error) {
	r := rand.New(rand.NewPCG(seed, 1))
	b := &Batch{Files: map[string][]byte{"go.mod": []byte("module " + module + "\n\ngo 1.26.0\n")}}
	err := fs.WalkDir(base, "testdata/base", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := base.ReadFile(name)
		b.Files[strings.TrimPrefix(name, "testdata/base/")] = text
		return err
	})
	if err != nil {
		return nil, err
	}
	for id := range n {
		b.Programs = append(b.Programs, newProgram(r, id, id/groupSize))
	}
	for group := range slices.Chunk(b.Programs, groupSize) {
		if err := b.writeGroup(group); err != nil {
			return nil, err
		}
	}
	return b, b.writeMain()
}

// A source is a file in the making.
type source struct {
	pkg     string // import path
	imports map[string]bool
	body    strings.Builder
}

func newSource(pkg string) *source { return &source{pkg: pkg, imports: map[string]bool{}} }

func (s *source) printf(format string, args ...any) { fmt.Fprintf(&s.body, format, args...) }

// standard are the imports that are found by their names in the text.
var standard = []string{"context", "errors", "fmt", "time"}

func (s *source) bytes() ([]byte, error) {
	text := s.body.String()
	for _, name := range standard {
		if strings.Contains(text, name+".") {
			s.imports[name] = true
		}
	}
	for _, name := range []string{"lib", "leaf"} {
		if strings.Contains(text, name+".") {
			s.imports[module+"/"+name] = true
		}
	}
	var head strings.Builder
	fmt.Fprintf(&head, "package %s\n\nimport (\n", path.Base(s.pkg))
	paths := make([]string, 0, len(s.imports))
	for p := range s.imports {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	for _, p := range paths {
		fmt.Fprintf(&head, "%q\n", p)
	}
	formatted, err := format.Source([]byte(head.String() + ")\n\n" + text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", s.pkg, err, text)
	}
	return formatted, nil
}

func (b *Batch) writeGroup(programs []*Program) error {
	dir := fmt.Sprintf("g%d", programs[0].Group)
	sources := map[string]*source{}
	for _, name := range append(packageNames[:], "wire") {
		sources[name] = newSource(module + "/" + dir + "/" + name)
	}
	wire := sources["wire"]
	for _, p := range programs {
		for _, l := range p.Layers {
			if err := l.write(sources[l.pkg]); err != nil {
				return err
			}
		}
		// Each layer can be run on its own, which says what a claim about
		// the inner layers only must be.
		for i, l := range p.Layers {
			wire.printf("// P%dFrom%d runs a program from one of its layers on.\n", p.ID, i)
			wire.printf("func P%dFrom%d(ctx context.Context) error {\nreturn %s\n}\n\n", p.ID, i, l.call(wire))
		}
	}
	for name, s := range sources {
		if s.body.Len() == 0 {
			continue
		}
		text, err := s.bytes()
		if err != nil {
			return err
		}
		b.Files[dir+"/"+name+"/"+name+".go"] = text
	}
	return nil
}

func (b *Batch) writeMain() error {
	s := newSource(module + "/main")
	s.printf("func count(id, layer int, run func(context.Context) error) {\n")
	s.printf("leaf.Count = 0\n")
	s.printf("if run(context.Background()) == nil {\npanic(\"the operation cannot succeed\")\n}\n")
	s.printf("fmt.Println(id, layer, leaf.Count)\n}\n\n")
	s.printf("func main() {\n")
	for _, p := range b.Programs {
		for i := range p.Layers {
			s.printf("count(%d, %d, g%d.P%dFrom%d)\n", p.ID, i, p.Group, p.ID, i)
		}
	}
	s.printf("}\n")
	text, err := s.bytes()
	if err != nil {
		return err
	}
	var imports strings.Builder
	for group := range b.Programs[len(b.Programs)-1].Group + 1 {
		fmt.Fprintf(&imports, "import g%d %q\n", group, fmt.Sprintf("%s/g%d/wire", module, group))
	}
	b.Files["main.go"], err = format.Source([]byte(strings.Replace(string(text), "import (", imports.String()+"import (", 1)))
	return err
}
