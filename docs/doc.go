// Package docs holds the project's documents and the tests that keep them
// true: the import rule of architecture.md, the links, and the commands that
// the README promises. The proofs and the papers' pages are part of every
// program, which so knows what its proofs say: gdp.RegisterProofs.
package docs

import "embed"

// Files are the documents that proofs are written in.
//
//go:embed proofs/*.md papers/*.md
var Files embed.FS

// Topics are the pages that `gdp help topics` lists.
//
//go:embed choosing.md glossary.md python.md exchange.md sweeps.md faq.md methods.md changelog.md security.md
var Topics embed.FS
