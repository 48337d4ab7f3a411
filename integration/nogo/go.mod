module github.com/retryvet/retryvet/integration/nogo

go 1.26.0

require (
	github.com/bazelbuild/rules_go v0.65.0
	github.com/retryvet/retryvet v0.0.0
)

require golang.org/x/tools v0.52.0 // indirect

replace github.com/retryvet/retryvet => ../..
