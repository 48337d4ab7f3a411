// Package reviewdog runs reviewdog over what retryvet prints, as a pull request
// would: only findings on changed lines are shown.
package reviewdog
