package graphio

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
)

// readFolder reads a collection from a folder with one file per graph, such as edge lists, ordered
// by name. An empty folder is an error, or an empty collection with Options.Occurring. Hidden files
// are ignored.
func readFolder(fsys fs.FS, name string, o Options) (*graph.Collection, graph.Report, error) {
	var report graph.Report
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, report, wrap(name, err)
	}
	c := new(graph.Collection)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		file := path.Join(name, e.Name())
		if e.IsDir() || o.Format == Auto && fileTypeOf(e.Name()).format == Auto {
			return nil, report, &Error{File: file, Reason: fmt.Sprintf("is not a file of one graph: a folder holds either one file NAME%s of a collection in TU format, or nothing but a file for each graph", tuEdges)}
		}
		w, dropped, err := readFile(fsys, e.Name(), file, o)
		if err != nil {
			return nil, report, err
		}
		report.Add(dropped)
		c.Graphs = append(c.Graphs, w)
	}
	if len(c.Graphs) == 0 && !o.Occurring {
		return nil, report, &Error{File: name, Reason: fmt.Sprintf("want one file NAME%s of a collection in TU format, or a file for each graph, found none", tuEdges)}
	}
	return c, report, nil
}

func readFile(fsys fs.FS, at, name string, o Options) (*graph.Network, graph.Report, error) {
	f, err := fsys.Open(at)
	if err != nil {
		return nil, graph.Report{}, wrap(name, err)
	}
	defer f.Close()
	return ReadFrom(f, name, o)
}
