module github.com/retryvet/retryvet/integration/schema

go 1.26.0

require (
	github.com/retryvet/retryvet v0.0.0
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
)

require (
	golang.org/x/text v0.14.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

replace github.com/retryvet/retryvet => ../..
