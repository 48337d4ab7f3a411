package region

import (
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// A cell names a place in memory that a walk can follow: a local variable, a
// captured one, or a field of what a stable pointer points to.
type cell struct {
	root ssa.Value
	path string
}

// cellOf returns the cell that an address denotes.
func cellOf(addr ssa.Value) cell {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		c := cellOf(a.X)
		c.path += "." + strconv.Itoa(a.Field)
		return c
	case *ssa.UnOp: // a pointer read from another cell
		c := cellOf(a.X)
		c.path += "*"
		return c
	case *ssa.IndexAddr:
		if i, ok := a.Index.(*ssa.Const); ok && i.Value != nil {
			c := cellOf(a.X)
			c.path += "[" + i.Value.String() + "]"
			return c
		}
		return cell{root: a}
	case *ssa.ChangeType:
		return cellOf(a.X)
	}
	return cell{root: addr}
}

// A state is what is known at one point of a walk. Only what is known and can
// still be read is stored, so that states stay small: they are short lists,
// which are copied in one piece, and compare by their hash.
type state struct {
	env  []held[ssa.Value]
	mem  memory
	hash uint64
}

type memory []held[cell]

// held is what a state holds of one value or cell.
type held[K comparable] struct {
	key K
	id  uint64
	abs Abs
}

func newState() *state { return new(state) }

func (s *state) clone() *state {
	// Room for a few more: what follows a copy is a change.
	const more = 4
	c := &state{hash: s.hash}
	c.env = append(make([]held[ssa.Value], 0, len(s.env)+more), s.env...)
	c.mem = append(make(memory, 0, len(s.mem)+more), s.mem...)
	return c
}

func index[K comparable](list []held[K], key K) int {
	for i := range list {
		if list[i].key == key {
			return i
		}
	}
	return -1
}

func drop[K comparable](list []held[K], i int) []held[K] {
	last := len(list) - 1
	list[i] = list[last]
	return list[:last]
}

// value returns what is known of v.
func (s *state) value(v ssa.Value) Abs {
	if i := index(s.env, v); i >= 0 {
		return s.env[i].abs
	}
	return top
}

// at returns what is known of the content of c.
func (m memory) at(c cell) (Abs, bool) {
	if i := index(m, c); i >= 0 {
		return m[i].abs, true
	}
	return top, false
}

func (s *state) set(ids *ids, v ssa.Value, a Abs) {
	i := index(s.env, v)
	switch {
	case i < 0 && a == top:
	case i < 0:
		s.env = append(s.env, held[ssa.Value]{v, ids.value(v), a})
		s.hash ^= mix(s.env[len(s.env)-1].id, a)
	default:
		s.hash ^= mix(s.env[i].id, s.env[i].abs)
		if a == top {
			s.env = drop(s.env, i)
			return
		}
		s.env[i].abs = a
		s.hash ^= mix(s.env[i].id, a)
	}
}

func (s *state) store(ids *ids, c cell, a Abs) {
	i := index(s.mem, c)
	switch {
	case i < 0 && a == top:
	case i < 0:
		s.mem = append(s.mem, held[cell]{c, ids.cell(c), a})
		s.hash ^= mix(s.mem[len(s.mem)-1].id, a)
	case a == top:
		s.forgetAt(i)
	default:
		s.hash ^= mix(s.mem[i].id, s.mem[i].abs) ^ mix(s.mem[i].id, a)
		s.mem[i].abs = a
	}
}

func (s *state) forgetAt(i int) {
	s.hash ^= mix(s.mem[i].id, s.mem[i].abs)
	s.mem = drop(s.mem, i)
}

// forget drops what is known of a variable and its parts.
func (s *state) forget(root ssa.Value) {
	for i := len(s.mem) - 1; i >= 0; i-- {
		if s.mem[i].key.root == root {
			s.forgetAt(i)
		}
	}
}

// keep drops the values that keep refuses.
func (s *state) keep(keep func(ssa.Value) bool) {
	for i := len(s.env) - 1; i >= 0; i-- {
		if !keep(s.env[i].key) {
			s.hash ^= mix(s.env[i].id, s.env[i].abs)
			s.env = drop(s.env, i)
		}
	}
}

// clear gives the fields of a struct their zero values.
func (s *state) clear(ids *ids, c cell, t types.Type) {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i := range st.NumFields() {
		s.store(ids, cell{c.root, c.path + "." + strconv.Itoa(i)}, zero(st.Field(i).Type()))
	}
}

// ids numbers values and cells, so that hashes do not depend on addresses.
type ids struct {
	values map[ssa.Value]uint64
	cells  map[cell]uint64
}

func newIDs() *ids { return &ids{map[ssa.Value]uint64{}, map[cell]uint64{}} }

func (t *ids) value(v ssa.Value) uint64 {
	id, ok := t.values[v]
	if !ok {
		id = uint64(2*len(t.values) + 1)
		t.values[v] = id
	}
	return id
}

func (t *ids) cell(c cell) uint64 {
	id, ok := t.cells[c]
	if !ok {
		id = uint64(2*len(t.cells) + 2)
		t.cells[c] = id
	}
	return id
}

func mix(id uint64, a Abs) uint64 {
	h := id*0x9E3779B97F4A7C15 ^ uint64(a.Kind)<<56 ^ uint64(a.N)
	h ^= h >> 31
	h *= 0xBF58476D1CE4E5B9
	h ^= h >> 27
	h *= 0x94D049BB133111EB
	return h ^ h>>31
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// resultTypes lists the types of a call's results.
func resultTypes(call *ssa.CallCommon) []types.Type {
	res := call.Signature().Results()
	ts := make([]types.Type, res.Len())
	for i := range ts {
		ts[i] = res.At(i).Type()
	}
	return ts
}

// named returns the import path and name of a named type behind pointers.
func named(t types.Type) (path, name string) {
	for {
		t = types.Unalias(t)
		p, ok := t.(*types.Pointer)
		if !ok {
			break
		}
		t = p.Elem()
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return "", ""
	}
	return n.Obj().Pkg().Path(), n.Obj().Name()
}

func isNamed(t types.Type, path, name string) bool {
	p, n := named(t)
	return p == path && n == name
}

func isContext(t types.Type) bool { return isNamed(t, "context", "Context") }

func isResponse(t types.Type) bool { return isNamed(t, "net/http", "Response") }

// holdsResponse reports whether a type is an HTTP response, or a list of them.
func holdsResponse(t types.Type) bool {
	if s, ok := t.Underlying().(*types.Slice); ok {
		t = s.Elem()
	}
	return isResponse(t)
}
