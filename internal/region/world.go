package region

import (
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/known"
)

// A world fixes what happens to the calls of one walk. In every world all
// calls succeed but, in a failing one, the trial.
type world struct {
	fails bool
	// status is the HTTP status that answers carry: 200 when all succeed; 0
	// when the trial failed with an error and nothing is known of a status.
	status int64
	// answer says that the trial failed by its status, with a nil error.
	answer bool
	// blamed says that the trial failed by a fault that its answer names, with a
	// nil error.
	blamed bool
	// class is the class of the trial's failure; classed says that it is set.
	class   errclass.Class
	classed bool
	// quiet says that the failure shows in a false boolean, with a nil error.
	quiet bool
	// exact says that the failure has just this status or code, and is not any
	// of its class.
	exact bool
	// code is the gRPC code of the failure, 0 when it is not known.
	code int64
	// by is the package of the operation that failed, where it is known: an error
	// that another one declares is none of its.
	by *types.Package
	// unlisted says that no test of the code knows the failure.
	unlisted bool
	// bare says that a mark inside another error is not found.
	bare bool
	// stranger says that the failure was made outside the package, kept that it
	// is just that error of the package.
	stranger bool
	kept     keepsake
}

// ofStatus is the world in which the trial returns an error that carries an
// HTTP status.
func ofStatus(status int64) world {
	class, _ := known.HTTPStatus(status)
	return world{fails: true, class: class, classed: true, exact: true, status: status}
}

// ofCode is the world in which the trial returns an error with a gRPC code.
func ofCode(code int64) world {
	class, _ := known.GRPCCode(code)
	return world{fails: true, class: class, classed: true, exact: true, code: code}
}

// unlisted is the world in which the trial returns an error that no test of
// the code is about.
var unlisted = world{fails: true, class: errclass.Other, classed: true, exact: true, unlisted: true}

// canceled reports whether the caller has gone when the trial fails.
func (w world) canceled() bool { return w.fails && w.classed && w.class == errclass.Canceled }

var succeeding = world{status: 200}

// failing is the world in which the trial returns an error of any class.
var failing = world{fails: true}

// ofClass is the world in which the trial returns an error of class c.
func ofClass(c errclass.Class, status int64) world {
	return world{fails: true, class: c, classed: true, status: status}
}

// answering is the world in which the trial answers with an HTTP status.
func answering(status int64) world { return world{fails: true, answer: true, status: status} }

// samples are the HTTP statuses that stand for the classes.
var samples = []int64{503, 429, 500, 502, 504, 408, 409, 404, 401, 403, 400, 422}

// statusOf is an HTTP status that an error of class c carries, or 0.
func statusOf(c errclass.Class) int64 {
	for _, s := range samples {
		if class, _ := known.HTTPStatus(s); class == c {
			return s
		}
	}
	return 0
}

// unavailable is the code of a server that sheds load, and of none at all.
const unavailable = 14

// compareCode decides a comparison of the failing call's gRPC code with n.
func (w world) compareCode(op token.Token, n int64) Abs {
	if op != token.EQL && op != token.NEQ {
		return top
	}
	if w.unlisted {
		return boolean(op == token.NEQ)
	}
	class, failure := known.GRPCCode(n)
	if failure && (!w.classed || class == w.class || n == unavailable && w.class == errclass.Connection) {
		return top
	}
	return boolean(op == token.NEQ)
}
