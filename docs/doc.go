// Package docs holds the documentation and its tests: the import rule of architecture.md, links
// and anchors, the code of the README, and plain English. Proofs and papers' pages are embedded in
// every program, so that gdp.RegisterProofs can check that a proof exists.
package docs

import "embed"

// Files are the documents that proofs are written in.
//
//go:embed proofs/*.md papers/*.md
var Files embed.FS

// Topics are the pages that `gdp help topics` lists.
//
//go:embed choosing.md glossary.md python.md exchange.md sweeps.md faq.md methods.md changelog.md
//go:embed security.md threat-model.md known-limits.md notation.md architecture.md contributing.md
//go:embed submitting.md
var Topics embed.FS
