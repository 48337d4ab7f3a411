package summary

import (
	"flag"
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/directive"
	"github.com/retryvet/retryvet/internal/known"
)

// What a user says of functions comes before what their bodies show: in records
// that a flag holds, and in directives, which travel with the facts of their
// package.

// RegisterKnown gives a pass the flag by which a user hands over records. They
// hold for all passes of a process. The flag is the records themselves and no
// file, since go vet keeps answers for as long as flags stay the same.
func RegisterKnown(fs *flag.FlagSet) {
	fs.Func("known", "take these `records` for true, in the form of docs/adding-a-library.md: the text itself, not a file", known.Use)
}

// A Problem is a directive that cannot be understood.
type Problem struct {
	Pos, End token.Pos
	Message  string
}

// declare makes known what the directives of a package say, and returns it as
// the lines that its fact carries.
func declare(pass *analysis.Pass) (lines string, problems []Problem) {
	var all []string
	for _, d := range directive.Declarations(pass.Files) {
		var text string
		var err error
		fn, ok := pass.TypesInfo.Defs[d.Name].(*types.Func)
		if ok {
			text, err = known.Directive(d.Verb, d.Words, fn)
		} else {
			err = fmt.Errorf("it stands above no function and no interface method")
		}
		if err != nil {
			problems = append(problems, Problem{d.Pos, d.End, fmt.Sprintf("retryvet:%s: %v", d.Verb, err)})
			continue
		}
		all = append(all, text)
	}
	if len(all) == 0 {
		return "", problems
	}
	lines = strings.Join(all, "\n\n")
	known.Declare(pass.Pkg.Path(), lines)
	return lines, problems
}

// declared reports whether a user says what calls of a function or interface
// method repeat. Then nobody asks which implementation runs.
func (e *engine) declared(name string) bool {
	if !known.HasOwn() {
		return false
	}
	f := e.knownFunc(name)
	return f != nil && f.Record.Own
}

// affirm gives the paths of a function the effect that a user says it has.
func (e *engine) affirm(fn *ssa.Function, s *summary) {
	obj, ok := fn.Object().(*types.Func)
	if !ok || !known.HasOwn() {
		return
	}
	k := known.EffectOf(obj)
	if k == nil || !k.Own {
		return
	}
	a := &act{kind: k.Kind, fn: s.name, site: s.name, key: e.null, body: e.null, own: true}
	a.file, a.line = fileOf(e.fset, e.pkg.Path(), fn.Pos())
	shift := 0
	if obj.Signature().Recv() != nil {
		shift = 1
	}
	switch params := obj.Signature().Params(); {
	case k.Sent:
		a.key = e.none
	case 0 <= k.KeyArg && k.KeyArg < params.Len():
		a.key = e.param(k.KeyArg + shift)
	case 0 <= k.Input && k.Input < params.Len() && len(k.Keys) > 0:
		a.key = e.fieldNamed(e.param(k.Input+shift), params.At(k.Input).Type(), k.Keys[0])
	}
	if len(s.paths) == 0 {
		s.paths = []*path{{leaf: display(s.name)}}
	}
	for i, p := range s.paths {
		q := *p
		q.act = a
		q.layers = make([]*layer, len(p.layers))
		for j, l := range p.layers {
			m := *l
			m.fresh, m.spent, m.stale = nil, false, false
			q.layers[j] = &m
		}
		s.paths[i] = &q
	}
}
