package known

import "go/types"

type index struct{}

func table() *index { return &index{} }

func (*index) lookup(*types.Func) *Func                 { return nil }
func (*index) setting(*types.Func) (*Record, *Setting)  { return nil, nil }
func (*index) field(_, _, _ string) (*Record, *Setting) { return nil, nil }
func (*index) mark(*types.Func) *Mark                   { return nil }
