package graphio

import (
	"archive/zip"
	"encoding/json"
	"os"
	"strings"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph/columnar"
)

// Size returns the number of nodes of a file, and a lower bound on the number of edges, from the
// headers of its arrays or its table. ok is false except for readable .npz and Parquet files: the
// size of others is known after reading. Nodes that a table does not declare are not counted.
func Size(path string) (nodes, edges int, ok bool) {
	f, err := file.Regular(path, os.O_RDONLY, 0)
	if err != nil {
		return 0, 0, false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, 0, false
	}
	if table, err := columnar.Parquet.Head(f, info.Size()); err == nil {
		var notes parquetNotes
		if note, ours := table.Note(parquetNote); ours && json.Unmarshal([]byte(note), &notes) == nil && notes.Nodes != nil {
			nodes = *notes.Nodes
		}
		return nodes, table.Rows(), true
	}
	z, err := zip.NewReader(f, info.Size())
	if err != nil {
		return 0, 0, false
	}
	heads := map[string]int{}
	for _, m := range z.File {
		name := strings.TrimSuffix(m.Name, ".npy")
		if other, ok := otherNames[name]; ok {
			name = other
		}
		if name != adjIndptr && name != adjIndices {
			continue
		}
		body, err := m.Open()
		if err != nil {
			return 0, 0, false
		}
		array, err := openNPY(body)
		body.Close()
		if err != nil {
			return 0, 0, false
		}
		heads[name] = array.count
	}
	rows, ok := heads[adjIndptr]
	return max(0, rows-1), heads[adjIndices] / 2, ok // an edge has two entries, or an arc in each direction
}
