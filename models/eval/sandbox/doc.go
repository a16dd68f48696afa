// Package sandbox runs an untrusted program that can only read the system and write into one
// folder. The program has no network, sees no other processes, and no other folders of runs. The
// package needs Linux with user namespaces, but no administrator rights.
package sandbox
