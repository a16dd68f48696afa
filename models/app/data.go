package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/web"
	"github.com/spf13/cobra"
)

func (a *app) data() *cobra.Command {
	c := group(&cobra.Command{
		Use:   "data",
		Short: "List, download and describe data sets",
		Long: `data manages the graphs that the papers use. Their files are in the folder that GDP_DATA names, or in the
user's cache folder.`,
		Example: "  gdp data list\n  gdp data get enron\n  gdp data get --paper DPGS\n  gdp data info cora",
	})
	c.AddCommand(a.dataList(), a.dataGet(), a.dataInfo())
	return c
}

// description is the output of `gdp data list` and `gdp data info` for a data set or file.
type description struct {
	Name       string            `json:"name"`
	Aliases    []string          `json:"aliases,omitempty"`
	Title      string            `json:"title,omitempty"`
	Format     string            `json:"format,omitempty"`
	Nodes      int               `json:"nodes"`
	Edges      *int              `json:"edges"` // of the simple undirected graph; null: unknown
	Graphs     int               `json:"graphs,omitempty"`
	Loops      int               `json:"loops_dropped"`
	Duplicates int               `json:"duplicates_dropped"`
	Weights    int               `json:"weights_dropped"`
	Others     int               `json:"attributes_dropped,omitempty"`
	Header     string            `json:"header,omitempty"`
	Columns    string            `json:"columns,omitempty"` // number of the ids, where the file has others
	Directed   bool              `json:"directed"`          // the file is directed
	Attributes int               `json:"attributes,omitempty"`
	Classes    int               `json:"classes,omitempty"`
	SHA256     string            `json:"sha256"` // of a single file
	Files      []fileDescription `json:"files"`
	Here       bool              `json:"here"` // can be read now
	Missing    string            `json:"missing,omitempty"`
	Damaged    string            `json:"damaged,omitempty"` // why existing files cannot be used
	Home       string            `json:"home,omitempty"`
	Licence    string            `json:"licence,omitempty"`
	Citation   string            `json:"citation,omitempty"`
	Notes      string            `json:"notes,omitempty"`
	Uses       []use             `json:"uses,omitempty"`
}

type fileDescription struct {
	Path   string `json:"path"` // its place, or its place in the data folder
	SHA256 string `json:"sha256"`
	URL    string `json:"url,omitempty"`
	Note   string `json:"note,omitempty"` // difference between the file and its entry
}

type use struct {
	Paper  string `json:"paper"`
	Where  string `json:"where"`
	Counts string `json:"counts,omitempty"` // the paper's counts, where they differ
}

// describe returns the entry of the registry and the places of its files.
func describe(e data.Entry) description {
	d := description{
		Name: e.Name, Aliases: e.Aliases, Title: e.Title, Format: e.Format.String(), Nodes: e.Nodes, Graphs: e.Graphs,
		Loops: e.Loops, Duplicates: e.Duplicates, Directed: e.Directed, Attributes: e.Attributes, Classes: e.Classes,
		Home: e.Home, Licence: e.Licence, Citation: e.Citation, Notes: e.Notes, Files: []fileDescription{},
	}
	if len(e.Files) == 0 {
		d.Format = "part of gdp"
	}
	if e.Edges >= 0 {
		d.Edges = &e.Edges
	}
	for _, u := range e.Uses {
		d.Uses = append(d.Uses, use(u))
	}
	paths, err := data.Find(e.Name)
	switch {
	case err == nil:
		d.Here = true
	case errors.Is(err, data.ErrNotFound):
		d.Missing = err.Error()
	default:
		d.Damaged = err.Error()
	}
	for i, f := range e.Files {
		file := fileDescription{Path: f.Path, SHA256: f.SHA256, URL: f.Source.URL, Note: f.Source.Note}
		if file.SHA256 == "" {
			file.SHA256 = f.Source.SHA256
		}
		if d.Here {
			file.Path = paths[i]
			if file.SHA256, err = data.SHA256(paths[i]); err != nil {
				d.Here, d.Damaged = false, err.Error()
			}
		}
		d.Files = append(d.Files, file)
	}
	if len(d.Files) == 1 {
		d.SHA256 = d.Files[0].SHA256
	}
	return d
}

// state returns one word on whether the data set can be read.
func (d description) state() string {
	if d.Damaged != "" {
		return "damaged"
	}
	return yesNo(d.Here)
}

// measure replaces the registry's counts by counts of the data.
func (d *description) measure(set *data.Dataset) {
	c := set.Counts()
	d.Nodes, d.Edges, d.Graphs, d.Attributes, d.Classes = c.Nodes, &c.Edges, c.Graphs, c.Attributes, c.Classes
	d.Loops, d.Duplicates, d.Weights = set.Report.LoopsDropped, set.Report.DuplicatesDropped, set.Report.WeightsDropped
	d.Others, d.Header, d.Columns = set.Report.AttributesDropped, set.Report.Header, set.Report.Columns
	d.Here = true
}

func (a *app) dataList() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the data sets",
		Long: `list shows every data set with its counts as a simple undirected graph, the papers that use it, and whether
its files are present. Damaged files are reported.`,
		Example: "  gdp data list\n  gdp data list --json",
		Args:    arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			list := []description{}
			for _, e := range data.Entries() {
				list = append(list, describe(e))
			}
			err := a.print(list, func(r rows) {
				fmt.Fprintln(r, "name\tformat\tnodes\tedges\tpapers\there")
				for _, d := range list {
					papers := lists.Map(d.Uses, func(u use) string { return u.Paper })
					fmt.Fprintf(r, "%s\t%s\t%d\t%s\t%s\t%s\n", d.Name, d.Format, d.Nodes, orUnknown(d.Edges), strings.Join(slices.Compact(papers), ", "), d.state())
				}
			})
			for _, d := range list {
				if d.Damaged != "" {
					a.note("gdp: %s", d.Damaged)
				}
			}
			return err
		},
	}
}

func (a *app) dataGet() *cobra.Command {
	var everything, force bool
	var paper string
	c := &cobra.Command{
		Use:   "get NAME... | --paper KEY | --all",
		Short: "Download and verify data sets",
		Long: `get downloads missing files of data sets into the user's cache folder and checks their SHA-256. A
download that fails is tried again. Failed downloads are listed at the end.`,
		Example: "  gdp data get enron\n  gdp data get --paper DPGS\n  gdp data get --all\n  gdp data get enron --force",
		RunE: func(cmd *cobra.Command, args []string) error {
			entries, err := toGet(args, paper, everything)
			if err != nil {
				return err
			}
			get := data.Get
			if force {
				get = data.Renew
			}
			list := []description{}
			var failed []error
			for _, e := range entries {
				a.meter.tell("downloading "+e.Name, 0)
				if _, err := get(cmd.Context(), e.Name, web.Ask, a.download); err != nil {
					failed = append(failed, err)
				}
				if err := cmd.Context().Err(); err != nil {
					return errors.Join(failed...)
				}
				list = append(list, describe(e))
			}
			if len(failed) == 1 && len(list) == 1 {
				return failed[0]
			}
			return a.printGot(list, failed, len(args) == 1)
		},
	}
	f := c.Flags()
	f.BoolVar(&everything, "all", false, "download all data sets")
	f.StringVar(&paper, "paper", "", "download the data sets of a paper, by its `key`")
	f.BoolVar(&force, "force", false, "download damaged files again, and files without a known checksum")
	complete(c, "paper", paperKeys)
	c.ValidArgsFunction = from(dataNames)
	return c
}

// printGot prints the downloads; in JSON a single data set is one document, not a list.
func (a *app) printGot(list []description, failed []error, one bool) error {
	var result any = list
	if one {
		result = list[0]
	}
	err := a.print(result, func(r rows) {
		for _, d := range list {
			for _, f := range d.Files {
				if d.Here {
					fmt.Fprintln(r, f.Path)
				}
			}
		}
	})
	for _, d := range list {
		if d.Here && len(d.Files) == 0 {
			a.note("%s is built into gdp; nothing to download", d.Name)
		}
	}
	for _, why := range failed {
		a.note("gdp: %v", why)
	}
	if err == nil && failed != nil {
		a.note("gdp: %d of %d data sets could not be downloaded", len(failed), len(list))
		err = errReported
	}
	return err
}

// paperKeys lists the papers that use data sets.
func paperKeys() (keys []string) {
	for _, e := range data.Entries() {
		for _, u := range e.Uses {
			keys = append(keys, u.Paper)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// toGet finds the data sets of the arguments.
func toGet(names []string, paper string, everything bool) (list []data.Entry, err error) {
	given := slices.DeleteFunc([]bool{len(names) > 0, paper != "", everything}, func(given bool) bool { return !given })
	switch {
	case len(given) != 1:
		return nil, usageError{errors.New("nothing to download: give data set names, --paper KEY or --all")}
	case everything:
		return data.Entries(), nil
	case paper != "":
		if list, err = data.OfPaper(paper); err != nil {
			return nil, usageError{err}
		}
		return list, nil
	}
	for _, name := range names {
		e, err := data.Lookup(name)
		if err != nil {
			return nil, usageError{err}
		}
		list = append(list, e)
	}
	return list, nil
}

// download shows the progress of a download.
func (a *app) download(p data.Progress) {
	share := 0.0
	if p.Total > 0 {
		share = float64(p.Done) / float64(p.Total)
	}
	a.meter.tell(p.File, share)
}

func (a *app) dataInfo() *cobra.Command {
	var r reading
	c := &cobra.Command{
		Use:   "info NAME|FILE",
		Short: "Describe a data set or a file",
		Long: `info prints what is known about a data set: counts, checksums, source, licence, citation, and the papers that
use it, with differing counts. For a file or folder it prints the counts and the SHA-256.`,
		Example: "  gdp data info cora\n  gdp data info graph.txt.gz --json",
		Args:    arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			d, err := a.info(args[0], r)
			if err != nil {
				return err
			}
			return a.print(d, d.write)
		},
	}
	r.flags(c)
	files(c, reads)
	c.ValidArgsFunction = graphs(1)
	return c
}

// info describes a file or folder of that name, else a data set.
func (a *app) info(name string, r reading) (description, error) {
	stat, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		if e, err := data.Lookup(name); err == nil {
			if d := describe(e); !d.Here {
				return d, nil
			}
		}
	}
	set, err := a.open(name, r, graphio.AsWritten)
	if err != nil {
		return description{}, err
	}
	if set.Entry.Name != "" {
		d := describe(set.Entry)
		d.measure(set)
		return d, nil
	}
	d := description{Name: name, Files: []fileDescription{}}
	d.Directed = set.Graph != nil && set.Graph.Directed()
	d.measure(set)
	var files []string
	switch {
	case stat == nil: // standard input
	case stat.Mode()&fs.ModeNamedPipe != 0: // read, and empty
	case stat.IsDir():
		if files, err = filepath.Glob(filepath.Join(name, "*.txt")); err != nil {
			return d, err
		}
	default:
		files = []string{name}
	}
	for _, path := range files {
		sum, err := data.SHA256(path)
		if err != nil {
			return d, err
		}
		d.Files = append(d.Files, fileDescription{Path: path, SHA256: sum})
	}
	if len(d.Files) == 1 {
		d.SHA256 = d.Files[0].SHA256
	}
	return d, nil
}

// write prints the description as text.
func (d description) write(r rows) {
	count := func(name string, n int) {
		if n != 0 {
			r.row(name, "%d", n)
		}
	}
	r.row("name", "%s", strings.Join(append([]string{d.Name}, d.Aliases...), ", "))
	r.row("what", "%s", d.Title)
	r.row("format", "%s", d.Format)
	count("graphs", d.Graphs)
	r.row("nodes", "%d", d.Nodes)
	r.row("edges", "%s", orUnknown(d.Edges))
	count("loops dropped", d.Loops)
	count("duplicates dropped", d.Duplicates)
	count("weights dropped", d.Weights)
	count("attributes dropped", d.Others)
	r.row("header", "%s", d.Header)
	r.row("ids in columns", "%s", d.Columns)
	r.row("directed", "%s", yesNo(d.Directed))
	count("attributes", d.Attributes)
	count("classes", d.Classes)
	for _, f := range d.Files {
		r.row("file", "%s", f.Path)
		r.row("  SHA-256", "%s", f.SHA256)
		r.row("  address", "%s", f.URL)
		r.row("  where is", "%s", f.Note)
	}
	r.row("missing", "%s", d.Missing)
	r.row("damaged", "%s", d.Damaged)
	if d.Home == "" && d.Licence != "" {
		d.Home = "no public address known"
	}
	r.row("source", "%s", d.Home)
	r.row("licence", "%s", d.Licence)
	r.row("citation", "%s", d.Citation)
	r.row("notes", "%s", d.Notes)
	for _, u := range d.Uses {
		r.row("used by", "%s: %s", u.Paper, u.Where)
		r.row("  which says", "%s", u.Counts)
	}
}

func orUnknown(count *int) string {
	if count == nil {
		return "unknown"
	}
	return fmt.Sprint(*count)
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}
