// Package train holds the GoMLX code that methods share. Its functions build
// graphs: they are pure, and what they need beside their inputs, such as noise,
// comes in as an input. No GoMLX type leaves the packages under models.
package train
