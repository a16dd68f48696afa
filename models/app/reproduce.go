package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/nearest"
	"github.com/graphdp/graphdp/data/table"
	"github.com/graphdp/graphdp/models/eval/exhibit"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/spf13/cobra"
)

// reproduced is the output of `gdp reproduce`.
type reproduced struct {
	Exhibits []reproducedExhibit `json:"exhibits"`
	Failed   int                 `json:"failed"`
	Results  string              `json:"results,omitempty"` // folder of the results
	Files    []string            `json:"files,omitempty"`
}

type reproducedExhibit struct {
	Method   string         `json:"method"`
	Name     string         `json:"name"`
	About    string         `json:"about"`
	Unmade   string         `json:"not_made,omitempty"` // why no trials are planned
	Trials   int            `json:"trials"`
	Kept     int            `json:"kept"`
	Left     float64        `json:"seconds_left"` // for one worker, estimated from stored trials
	Printed  int            `json:"printed_numbers"`
	Measured int            `json:"measured_numbers"`
	Drawn    *exhibit.Drawn `json:"exhibit,omitempty"`
}

// reproduceFlags are the flags of `gdp reproduce`.
type reproduceFlags struct {
	table, figure, size, out string
	results                  []string
	making                   makeFlags
}

// sizes are the values of --size.
var sizes = []string{"kept", "small", "full"}

func (a *app) reproduce() *cobra.Command {
	var f reproduceFlags
	c := &cobra.Command{
		Use:   "reproduce METHOD [--table N | --figure N]",
		Short: "Reproduce a table or figure of a paper",
		Long: `reproduce writes a table or figure of the paper of METHOD. It shows the printed values beside the modes
published, strict, non-private, tuned and null, with seeds and standard errors. A cell without a value states
the reason. Without --table and --figure it lists what is available: how many printed values are measured, and the
number of runs and their cost.

Stored runs are read from --results, or from the notebooks of this checkout. With --out DIR missing runs are
made first and stored in DIR/results.jsonl; the same command continues after an interruption. DIR then
receives .txt, .csv, .svg and .pdf files. --size sets how much is run:

  kept   nothing; shows the stored runs (default without --out)
  small  a few short runs on a built-in graph, to check that everything works
  full   all runs of the table or figure (default with --out)`,
		Example: "  gdp reproduce privdpr\n  gdp reproduce privdpr --table 2\n  gdp reproduce seprivgemb --figure 3 --size small\n  gdp reproduce dpar --figure 8 --out dpar --workers 2",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("METHOD is missing: choose one of %s", strings.Join(declaring(a.methods), ", "))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			return a.runReproduce(c.Context(), c, args, f)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.table, "table", "", "table number, such as 2 or IV")
	flags.StringVar(&f.figure, "figure", "", "figure number")
	flags.StringVar(&f.size, "size", "", "how much to run: kept, small or full")
	flags.StringVar(&f.out, "out", "", "output folder for the table or figure and for new runs")
	flags.StringSliceVar(&f.results, "results", nil, "folders of stored runs (default: the notebooks of this checkout)")
	f.making.flags(c)
	stores.flag(c, "out")
	stores.flag(c, "results")
	complete(c, "size", func() []string { return sizes })
	for _, kind := range []string{"table", "figure"} {
		register(c, kind, func(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
			var m method.Method
			if len(args) == 1 {
				m, _ = method.Find(a.methods, args[0]) // an unknown method has none
			}
			return beginning(begun, numbersOf(m, kind)), cobra.ShellCompDirectiveNoFileComp
		})
	}
	a.completeMethods(c)
	return c
}

// numbersOf lists the numbers of a method's tables or figures.
func numbersOf(m method.Method, kind string) (list []string) {
	for _, e := range m.Exhibits {
		if of, number, _ := strings.Cut(e.Name, " "); strings.EqualFold(of, kind) {
			list = append(list, number)
		}
	}
	return list
}

// roman are the Roman numerals of some papers' tables.
var roman = []string{"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"}

// isNumber reports whether asked is an exhibit's number, or the number of the whole exhibit, such
// as 7 for 7a.
func isNumber(own, asked string) bool {
	if i, err := strconv.Atoi(asked); err == nil && i >= 1 && i <= len(roman) && own == roman[i-1] {
		return true
	}
	return strings.EqualFold(own, asked) || strings.TrimRight(own, "abcdef") == asked
}

// chosen returns the exhibits that the flags name, or all. A number stands for all of its parts,
// such as 7 for 7a and 7b.
func (f reproduceFlags) chosen(a *app, m method.Method) ([]method.Exhibit, error) {
	kind, number := "table", f.table
	switch {
	case f.table != "" && f.figure != "":
		return nil, usageError{errors.New("--table and --figure exclude each other; give one")}
	case f.figure != "":
		kind, number = "figure", f.figure
	}
	if len(m.Exhibits) == 0 {
		return nil, usagef("%s has no tables or figures; methods that have: %s", m.Name, strings.Join(declaring(a.methods), ", "))
	}
	if number == "" {
		return m.Exhibits, nil
	}
	var list []method.Exhibit
	for _, e := range m.Exhibits {
		of, own, _ := strings.Cut(e.Name, " ")
		if strings.EqualFold(of, kind) && isNumber(own, number) {
			list = append(list, e)
		}
	}
	if list == nil {
		all := numbersOf(m, kind)
		if len(all) == 0 {
			return nil, usagef("--%s %s: %s has no %s; gdp reproduce %[3]s lists all", kind, number, m.Name, kind)
		}
		return nil, usagef("--%s %s: %s has no such %s; %s", kind, number, m.Name, kind, nearest.Hint(number, all))
	}
	return list, nil
}

// declaring lists the methods with exhibits.
func declaring(methods []method.Method) (names []string) {
	for _, m := range methods {
		if len(m.Exhibits) > 0 {
			names = append(names, m.Name)
		}
	}
	return names
}

// sized returns the value of --size.
func (f reproduceFlags) sized(c *cobra.Command) (string, error) {
	size := f.size
	if size == "" {
		if size = "kept"; f.out != "" {
			size = "full"
		}
	}
	if _, err := oneOf("size", size, sizes); err != nil {
		return "", err
	}
	switch {
	case size == "full" && f.out == "":
		return "", usageError{errors.New("--size full needs --out FOLDER for the new runs")}
	case size == "kept" && f.making.cluster.on != "":
		return "", usageError{errors.New("--on needs new runs: give --out or --size")}
	case size != "kept" && f.table == "" && f.figure == "":
		return "", usagef("--size %s needs one --table or --figure", size)
	case size == "small" && f.out == "" && f.making.cluster.on != "":
		return "", usageError{errors.New("--on needs --out, a folder that all machines share")}
	}
	return size, nil
}

// kept returns the stored results.
func (f reproduceFlags) kept(a *app) (all []trial.Result, err error) {
	stores, err := a.stores(f.results)
	if errors.Is(err, errNoCheckout) || errors.Is(err, trial.ErrEmpty) {
		a.note("No stored runs: this is not a checkout with notebooks. Give their folders by --results.")
		err = nil
	}
	for _, s := range stores {
		all = append(all, s.Results...)
	}
	return all, err
}

// reproduction is one call of `gdp reproduce`.
type reproduction struct {
	*app
	flags   reproduceFlags
	done    reproduced
	folder  string // folder of new runs; empty if none are made
	size    string
	plans   []*exhibit.Planned
	results []trial.Result // stored results
	missing []trial.Trial
	whys    map[string]string // missing data sets, with the reason
}

// runReproduce runs the missing trials if asked, and writes the exhibits.
func (a *app) runReproduce(ctx context.Context, c *cobra.Command, args []string, f reproduceFlags) error {
	r := reproduction{app: a, flags: f, folder: f.out, whys: data.NotHeld()}
	m, err := method.Find(a.methods, args[0])
	if err != nil {
		return usageError{err}
	}
	declared, err := f.chosen(a, m)
	if err != nil {
		return err
	}
	if r.size, err = f.sized(c); err != nil {
		return err
	}
	if err := f.making.check(c); err != nil {
		return err
	}
	if r.size != "small" {
		if r.results, err = f.kept(a); err != nil {
			return err
		}
	} else if f.out == "" {
		if r.folder, err = os.MkdirTemp("", "gdp-reproduce"); err != nil {
			return fmt.Errorf("creating a folder for the runs: %w", err)
		}
		defer os.RemoveAll(r.folder)
	}
	if err := r.plan(m, declared); err != nil {
		return err
	}
	if f.table == "" && f.figure == "" {
		return a.print(r.done, func(w rows) { writeExhibits(w, r.done.Exhibits) })
	}
	for _, x := range r.done.Exhibits {
		a.note("%s of %s: %d runs, %d of them stored%s.", x.Name, x.Method, x.Trials, x.Kept, cost(x))
	}
	if r.folder == "" && f.making.dry {
		return a.drySweep(trial.Grid{Trials: r.missing}, trial.Progress{All: len(r.missing)}, nil)
	}
	failed := false
	if r.folder != "" {
		if failed, err = r.make(ctx, c, args); err != nil || f.making.dry {
			return err
		}
	}
	if err := r.write(f.out); err != nil {
		return err
	}
	if failed || r.done.Failed > 0 {
		return errReported
	}
	return nil
}

// plan lists the trials of the exhibits and the missing trials.
func (r *reproduction) plan(m method.Method, declared []method.Exhibit) (err error) {
	for _, e := range declared {
		if r.size == "small" {
			if e, err = exhibit.Small(r.methods, e); err != nil {
				return usageError{err}
			}
		}
		p, err := exhibit.Plan(r.methods, m, e)
		if err != nil {
			return err
		}
		left := p.Missing(r.results)
		status, err := trial.Grid{Trials: left, Earlier: r.results}.Status()
		if err != nil {
			return err
		}
		c := p.Draw(r.results, r.whys).Coverage()
		r.done.Exhibits = append(r.done.Exhibits, reproducedExhibit{
			Method: m.Name, Name: p.Name, About: p.About, Unmade: p.Unmade, Trials: len(p.Trials), Kept: len(p.Trials) - len(left), Left: status.Left.Seconds(),
			Printed: c.Printed, Measured: c.Measured,
		})
		for _, t := range left {
			if !slices.Contains(r.missing, t) {
				r.missing = append(r.missing, t)
			}
		}
		r.plans = append(r.plans, p)
	}
	return nil
}

// make runs the missing trials with available data, or lists them in a dry run. It reports whether
// some cannot run.
func (r *reproduction) make(ctx context.Context, c *cobra.Command, args []string) (failed bool, err error) {
	g, err := r.flags.making.grid("out", r.folder)
	if err != nil {
		return false, err
	}
	g.Earlier = r.results
	if r.size != "kept" {
		var away map[string]string
		g.Trials, away = here(r.missing)
		for name, why := range away {
			failed, r.whys[name] = true, why
			r.note("%s.", why)
		}
	}
	p, err := g.Status()
	if err != nil {
		return failed, err
	}
	if r.flags.making.dry {
		return failed, r.drySweep(g, p, nil)
	}
	if r.done.Failed = p.Failed; p.Done+p.Failed < p.All || r.flags.making.retry && p.Failed > 0 {
		r.note("%v; results in %s", p, g.Folder)
		failures, err := r.app.make(ctx, c, args, r.flags.making, "out", g, r.err)
		if err != nil {
			return failed, err
		}
		r.done.Failed = len(failures)
	}
	made, err := trial.ReadAll(r.folder)
	r.results, r.done.Results = append(r.results, made...), r.folder
	return failed, err
}

// write draws the exhibits, writes them to the folder if one is given, and prints them.
func (r *reproduction) write(folder string) error {
	for i, p := range r.plans {
		d := p.Draw(r.results, r.whys)
		r.done.Exhibits[i].Drawn, r.done.Exhibits[i].Kept = d, len(p.Trials)-len(p.Missing(r.results))
		if folder == "" {
			continue
		}
		paths, err := r.writeExhibit(folder, r.size, d)
		if err != nil {
			return fmt.Errorf("--out: %w", err)
		}
		r.done.Files = append(r.done.Files, paths...)
	}
	if err := r.print(r.done, func(w rows) {
		for _, x := range r.done.Exhibits {
			fmt.Fprint(w, x.Drawn.Text(table.Table.Tabs))
		}
	}); err != nil {
		return err
	}
	for _, path := range r.done.Files {
		r.note("%s", path)
	}
	return nil
}

// left returns the expected time of the missing trials.
func (x reproducedExhibit) left() time.Duration {
	return time.Duration(x.Left * float64(time.Second)).Round(time.Second)
}

// cost describes the expected time of an exhibit's missing trials.
func cost(x reproducedExhibit) string {
	switch {
	case x.Unmade != "" || x.Kept == x.Trials:
		return ""
	case x.left() == 0:
		return "; no stored run shows how long the others take"
	}
	return fmt.Sprintf("; the %d others take about %v of one worker", x.Trials-x.Kept, x.left())
}

// here returns the trials with data on this machine, and for the others the reason.
func here(trials []trial.Trial) (possible []trial.Trial, whys map[string]string) {
	whys = map[string]string{}
	asked := map[string]bool{}
	for _, t := range trials {
		if !asked[t.Data] {
			asked[t.Data] = true
			if _, err := data.Find(t.Data); err != nil {
				whys[t.Data] = fmt.Sprintf("%s is not on this machine, or cannot be read: see gdp data info %[1]s", t.Data)
			}
		}
		if whys[t.Data] == "" {
			possible = append(possible, t)
		}
	}
	return possible, whys
}

// writeExhibit writes the files of an exhibit.
func (a *app) writeExhibit(folder, size string, d *exhibit.Drawn) (paths []string, err error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	name := filepath.Join(folder, strings.ToLower(d.Method.Name+"-"+strings.ReplaceAll(d.Name, " ", "-")))
	if size == "small" {
		name += "-small"
	}
	text := func(w io.Writer) error { _, err := io.WriteString(w, d.String()); return err }
	if err := errors.Join(a.awaitFile(name+".txt", text), a.awaitFile(name+".csv", d.CSV)); err != nil {
		return nil, err
	}
	f, err := d.Figure()
	if errors.Is(err, exhibit.ErrNothing) {
		a.note("%s: nothing to draw: %v", d.Name, err)
		return []string{name + ".txt", name + ".csv"}, nil
	}
	for _, extension := range []string{".pdf", ".svg"} {
		if err == nil {
			err = a.awaitWrite(name+extension, func() error { return f.Save(name + extension) })
		}
	}
	return []string{name + ".csv", name + ".pdf", name + ".svg", name + ".txt"}, err
}

// writeExhibits lists exhibits.
func writeExhibits(w rows, list []reproducedExhibit) {
	fmt.Fprintln(w, "exhibit\tprinted\tmeasured\truns\tstored\ttime for missing\tabout")
	for _, x := range list {
		about, left := x.About, ""
		switch {
		case x.Unmade != "":
			about += "; not made here: " + x.Unmade
		case x.Kept < x.Trials && x.Left == 0:
			left = "?"
		case x.Kept < x.Trials:
			left = x.left().String()
		}
		printed, measured := "–", "–"
		if x.Printed > 0 {
			printed, measured = fmt.Sprint(x.Printed), fmt.Sprint(x.Measured)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%s\t%s\n", x.Name, printed, measured, x.Trials, x.Kept, left, about)
	}
}
