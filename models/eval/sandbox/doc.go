// Package sandbox runs a program of others so that it can do no more than read the system and
// write into one folder: without network, without other processes, and without other folders of
// its kind. It needs Linux with user namespaces, and no rights of an administrator.
package sandbox
