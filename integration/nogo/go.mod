module github.com/retryvet/retryvet/integration/nogo

go 1.26.0

require github.com/bazelbuild/rules_go v0.65.0

