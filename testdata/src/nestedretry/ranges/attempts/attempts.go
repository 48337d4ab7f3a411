// Package attempts yields numbers to range over.
package attempts

import "iter"

// UpTo yields n numbers.
func UpTo(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}
