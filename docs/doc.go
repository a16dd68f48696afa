// Package docs holds the project's documents and the tests that keep them
// true: the import rule of architecture.md, the links, and the commands that
// the README promises.
package docs
