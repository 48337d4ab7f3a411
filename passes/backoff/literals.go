package backoff

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/known"
)

// literals reports policies that are written out and do not do what they seem
// to: these need no region, which may be in the library.
func literals(pass *analysis.Pass) []finding.Draft {
	var out []finding.Draft
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				out = append(out, literal(pass, file, n)...)
			case *ast.AssignStmt:
				out = append(out, assigned(pass, n)...)
			}
			return true
		})
	}
	return out
}

// named returns the named struct type of an expression, or of what it points
// to.
func named(pass *analysis.Pass, e ast.Expr) (path, name string) {
	t := pass.TypesInfo.TypeOf(e)
	if t == nil {
		return "", ""
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return "", ""
	}
	return n.Obj().Pkg().Path(), n.Obj().Name()
}

func literal(pass *analysis.Pass, file *ast.File, lit *ast.CompositeLit) []finding.Draft {
	path, name := named(pass, lit)
	if path == "" {
		return nil
	}
	fields := make(map[string]ast.Expr)
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return nil
		}
		if key, ok := kv.Key.(*ast.Ident); ok {
			fields[key.Name] = kv.Value
		}
	}
	var out []finding.Draft
	if s := known.Stop(path, name); s != nil && fields[s.Limit] != nil && fields[s.Field] == nil && !isZero(pass, fields[s.Limit]) && !sets(pass, file, path, name, s.Field) {
		out = append(out, draft(stop, lit, name, fmt.Sprintf(
			"this %s never stops: when %s has passed it answers a wait of 0, since %s is not set; make it with its constructor", name, s.Limit, s.Field)))
	}
	if d := capped(pass, lit, path, name, fields); d != nil {
		out = append(out, *d)
	}
	for _, e := range lit.Elts {
		kv := e.(*ast.KeyValueExpr)
		if key, ok := kv.Key.(*ast.Ident); ok {
			out = append(out, ignored(pass, path, name, key.Name, kv.Value)...)
		}
	}
	return out
}

func draft(category string, at ast.Node, identity, message string) finding.Draft {
	return finding.Draft{Category: category, Message: message, Pos: at.Pos(), End: at.End(), Confidence: finding.High, Identity: []string{identity, category}}
}

func isZero(pass *analysis.Pass, e ast.Expr) bool {
	v := pass.TypesInfo.Types[e].Value
	return v != nil && v.Kind() == constant.Int && constant.Sign(v) == 0
}

// sets reports whether a file assigns a field of a type: a literal without it
// may be completed.
func sets(pass *analysis.Pass, file *ast.File, path, name, field string) bool {
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for _, lhs := range a.Lhs {
			if sel, ok := lhs.(*ast.SelectorExpr); ok && sel.Sel.Name == field {
				p, n := named(pass, sel.X)
				found = found || p == path && n == name
			}
		}
		return true
	})
	return found
}

// assigned reports settings that an assignment sets to what the library
// ignores.
func assigned(pass *analysis.Pass, a *ast.AssignStmt) []finding.Draft {
	var out []finding.Draft
	if len(a.Lhs) != len(a.Rhs) || a.Tok != token.ASSIGN {
		return nil
	}
	for i, lhs := range a.Lhs {
		if sel, ok := lhs.(*ast.SelectorExpr); ok {
			path, name := named(pass, sel.X)
			out = append(out, ignored(pass, path, name, sel.Sel.Name, a.Rhs[i])...)
		}
	}
	return out
}

// ignored reports a number of attempts that is set to zero where zero means
// that nothing was set.
func ignored(pass *analysis.Pass, path, name, field string, value ast.Expr) []finding.Draft {
	if path == "" || !isZero(pass, value) {
		return nil
	}
	_, s := known.LookupField(path, name, field)
	if s == nil || s.Zero != "default" || s.Counts != known.CountsAttempts && s.Counts != known.CountsRetries {
		return nil
	}
	return []finding.Draft{draft(dead, value, name+"."+field, fmt.Sprintf(
		"%s = 0 is ignored: the default stays%s; 1 turns retries off", field, standing(s)))}
}

// standing words the default of a setting's record.
func standing(s *known.Setting) string {
	if d := s.Record.Default; d.Kind == attempt.Count {
		return ", " + d.String() + " attempts"
	}
	return ""
}

// capped reports a number of attempts that a cap of the waits cuts short.
func capped(pass *analysis.Pass, lit *ast.CompositeLit, path, name string, fields map[string]ast.Expr) *finding.Draft {
	var all, rest []known.Given
	var limit *known.Setting
	for _, s := range known.FieldsOf(path, name) {
		value := fields[s.Name]
		if value == nil {
			continue
		}
		v := pass.TypesInfo.Types[value].Value
		if v == nil {
			return nil // part of it is not constant
		}
		g := known.Given{Setting: s, Value: v}
		all = append(all, g)
		if s.Ends {
			limit = s
			continue
		}
		rest = append(rest, g)
	}
	base := known.LookupType(path, name)
	if limit == nil || base == nil {
		return nil
	}
	with, without := base.With(all...).Attempts, base.With(rest...).Attempts
	endless := without.Kind == attempt.Unbounded
	if with.Kind != attempt.Count || !endless && (without.Kind != attempt.Count || with.N >= without.N) {
		return nil
	}
	written := without.String()
	if endless {
		written = "unlimited"
	}
	category, what := stop, "only "+with.String()+" of "+written+" attempts are made"
	if with.N <= 1 {
		category, what = dead, "nothing is ever repeated"
	}
	d := draft(category, fields[limit.Name], name+"."+limit.Name, fmt.Sprintf("%s: the wait that would pass %s ends the repetition", what, limit.Name))
	return &d
}
