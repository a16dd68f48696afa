// Package results answers SQL queries on stored trials.
//
// [Open] loads folders of results into a database in memory, SQLite in pure Go. It has two tables:
// "trials", one row a trial, failed ones included, and "results", one row for each value that a
// trial measured, with the trial's columns: [Columns] lists them. A question is a condition on
// them, as after WHERE, or any SELECT:
//
//	db, err := results.Open(all.Methods(), "results")
//	t, err := db.Means(ctx, "method = 'dpar' AND epsilon <= 1", []string{"mode", "epsilon"}, nil)
//	t, err := db.Select(ctx, "SELECT mode, max(seconds) FROM trials GROUP BY mode")
package results

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/graphdp/graphdp/data/nearest"
	"github.com/graphdp/graphdp/data/table"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"modernc.org/sqlite" // which registers itself
)

// Column is a column of the tables.
type Column struct {
	Name, Type, About string
	of                func(r trial.Result) any // nil: the query knows more than the result
}

// Columns lists the columns of trials, and the two that results have besides.
func Columns() []Column {
	return []Column{
		{"folder", "TEXT", "folder of the result", nil},
		{"protocol", "TEXT", "evaluation protocol", func(r trial.Result) any { return r.Protocol }},
		{"method", "TEXT", "", func(r trial.Result) any { return r.Method }},
		{"mode", "TEXT", "", func(r trial.Result) any { return r.Mode }},
		{"data", "TEXT", "data set; for an audit, the pair of neighbouring graphs", func(r trial.Result) any { return r.Data }},
		{"epsilon", "REAL", "budget; NULL without one", func(r trial.Result) any { return budget(r, r.Epsilon) }},
		{"delta", "REAL", "budget; NULL without one", func(r trial.Result) any { return budget(r, cmp.Or(r.Delta, float64(trial.Delta))) }},
		{"seed", "INTEGER", "", func(r trial.Result) any { return int64(r.Seed) }}, // above 2⁶³ it is negative, and still tells seeds apart
		{"variant", "TEXT", "settings that differ from the mode's", func(r trial.Result) any { return r.Variant }},
		{"every", "INTEGER", "k, if only each k-th graph of a collection was used; 0 for all", func(r trial.Result) any { return r.Every }},
		{"nodes", "TEXT", "declared nodes of a file", func(r trial.Result) any { return r.Nodes }},
		{"claimed", "REAL", "ε that the paper claims; infinite without privacy", func(r trial.Result) any { return real(r.Claimed) }},
		{"proved", "REAL", "proved ε; infinite where nothing is proved", func(r trial.Result) any { return real(r.Proved) }},
		{"reason", "TEXT", "why nothing is proved", func(r trial.Result) any { return text(r.Reason) }},
		{"audited", "REAL", "audited ε; of an audit only", func(r trial.Result) any {
			if r.Audited == nil {
				return nil
			}
			return float64(r.Audited.Epsilon)
		}},
		{"seconds", "REAL", "", func(r trial.Result) any { return r.Seconds }},
		{"error", "TEXT", "message of a failed run", func(r trial.Result) any { return text(r.Error) }},
		{"age", "TEXT", "comparison with the program of today: " + strings.Join(ages(), ", "), nil},
		{"version", "TEXT", "version of the code", func(r trial.Result) any { return text(r.Made.Version) }},
		{"config", "TEXT", "key of all settings of the mode", func(r trial.Result) any { return text(r.Made.Config) }},
		{"checksum", "TEXT", "checksum of the data", func(r trial.Result) any { return text(r.Made.Data) }},
		{"backend", "TEXT", "backend of the training; go for a mode that opens none", func(r trial.Result) any { return text(r.Made.Backend) }},
		{"memory", "INTEGER", "peak memory in bytes", func(r trial.Result) any {
			if r.Made.Memory == 0 {
				return nil
			}
			return r.Made.Memory
		}},
		{"processor", "TEXT", "", func(r trial.Result) any { return text(r.Made.Processor) }},
		{"began", "TEXT", "start in UTC", func(r trial.Result) any {
			if r.Made.When.IsZero() {
				return nil
			}
			return r.Made.When.UTC().Format(time.DateTime)
		}},
	}
}

func ages() (list []string) {
	for _, a := range trial.Ages() {
		list = append(list, string(a))
	}
	return list
}

// budget is NULL of a trial without one, which a store keeps as ε = 0: the number of perfect
// privacy.
func budget(r trial.Result, x float64) any {
	if r.Epsilon == 0 {
		return nil
	}
	return x
}

// text is NULL where a result says nothing.
func text(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// real is NULL where there is no number.
func real(x float64) any {
	if math.IsNaN(x) {
		return nil
	}
	return x
}

// DB holds results.
type DB struct {
	Limit time.Duration // how long a question may take
	db    *sql.DB
	conn  *sql.Conn // the only one: another would see another database
}

// Open loads the results of folders. The methods tell which results are older than the code.
func Open(methods []method.Method, folders ...string) (*DB, error) {
	stores, err := trial.ReadStores(folders...)
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	conn, err := db.Conn(context.Background())
	if err != nil {
		return nil, errors.Join(fmt.Errorf("results: %w", err), db.Close())
	}
	d := &DB{time.Minute, db, conn}
	if err := d.load(methods, stores); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// Close frees the database.
func (d *DB) Close() error {
	if d == nil || d.db == nil {
		return nil
	}
	return errors.Join(d.conn.Close(), d.db.Close())
}

func (d *DB) load(methods []method.Method, stores []trial.Store) (err error) {
	columns := Columns()
	var names, places []string
	for _, c := range columns {
		names, places = append(names, c.Name+" "+c.Type), append(places, "?")
	}
	for _, statement := range []string{
		"CREATE TABLE trials (id INTEGER PRIMARY KEY, " + strings.Join(names, ", ") + ")",
		"CREATE TABLE measured (id INTEGER, value TEXT, x REAL)",
		"CREATE VIEW results AS SELECT trials.*, value, x FROM measured JOIN trials USING (id)",
	} {
		if _, err := d.conn.ExecContext(context.Background(), statement); err != nil {
			return fmt.Errorf("results: %w", err)
		}
	}
	tx, err := d.conn.BeginTx(context.Background(), nil)
	if err != nil {
		return fmt.Errorf("results: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, tx.Rollback())
		}
	}()
	one, err := tx.Prepare("INSERT INTO trials VALUES (?, " + strings.Join(places, ", ") + ")")
	if err != nil {
		return fmt.Errorf("results: %w", err)
	}
	value, err := tx.Prepare("INSERT INTO measured VALUES (?, ?, ?)")
	if err != nil {
		return fmt.Errorf("results: %w", err)
	}
	id := 0
	for _, store := range stores {
		for _, r := range store.Results {
			id++
			row := []any{id}
			for _, c := range columns {
				switch {
				case c.of != nil:
					row = append(row, c.of(r))
				case c.Name == "folder":
					row = append(row, store.Name)
				default:
					row = append(row, string(trial.AgeOf(methods, r)))
				}
			}
			if _, err := one.Exec(row...); err != nil {
				return fmt.Errorf("results: %w", err)
			}
			for _, name := range slices.Sorted(maps.Keys(r.Values)) {
				if _, err := value.Exec(id, name, real(r.Values[name])); err != nil {
					return fmt.Errorf("results: %w", err)
				}
			}
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("results: %w", err)
	}
	return d.shut(true)
}

// shut forbids questions to change anything and to open files, or allows it again.
func (d *DB) shut(on bool) error {
	only, attached := 0, 1
	if on {
		only, attached = 1, 0
	}
	if _, err := d.conn.ExecContext(context.Background(), fmt.Sprintf("PRAGMA query_only = %d", only)); err != nil {
		return explained(err)
	}
	if _, err := sqlite.Limit(d.conn, limitAttached, attached); err != nil {
		return fmt.Errorf("results: %w", err)
	}
	return nil
}

// limitAttached is SQLITE_LIMIT_ATTACHED: how many files a database may open besides.
const limitAttached = 7

// where is a condition as a clause; empty for none.
func where(condition string) string {
	if strings.TrimSpace(condition) == "" {
		return ""
	}
	return " WHERE (" + condition + "\n)" // a comment ends at the line
}

// Select answers a question in SQL. It stops when the context ends, or after [DB.Limit].
func (d *DB) Select(ctx context.Context, question string) (t table.Table, err error) {
	if d == nil || d.db == nil {
		return t, errors.New("results: no results are open")
	}
	if !single(question) {
		return t, errors.New("results: want one statement, and a semicolon at its end at most")
	}
	if err := d.shut(true); err != nil { // an earlier question may have been a PRAGMA
		return t, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, d.Limit, fmt.Errorf("the question takes more than %v: ask for less, or export all tables and ask another program", d.Limit))
	defer cancel()
	defer func() {
		if err != nil && ctx.Err() != nil {
			t, err = table.Table{}, fmt.Errorf("results: %w", context.Cause(ctx))
		}
	}()
	rows, err := d.conn.QueryContext(ctx, question)
	if err != nil {
		return t, explained(err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	if t.Header, err = rows.Columns(); err != nil {
		return t, explained(err)
	}
	for rows.Next() {
		row := make([]any, len(t.Header))
		to := make([]any, len(row))
		for i := range row {
			to[i] = &row[i]
		}
		if err := rows.Scan(to...); err != nil {
			return t, explained(err)
		}
		for i, x := range row {
			if b, ok := x.([]byte); ok {
				row[i] = string(b)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t, explained(rows.Err())
}

// quoted are texts, names and comments of SQL, in which a semicolon ends nothing.
var quoted = regexp.MustCompile("(?s)'[^']*'?|\"[^\"]*\"?|`[^`]*`?|\\[[^]]*\\]?|--[^\n]*|/\\*.*?(?:\\*/|$)")

// single reports whether a question is one statement.
func single(question string) bool {
	_, more, _ := strings.Cut(quoted.ReplaceAllString(question, ""), ";")
	return strings.TrimSpace(more) == ""
}

var noColumn = regexp.MustCompile(`no such column: "?([\w.]+)"?`)

// explained suggests the column that may have been meant.
func explained(err error) error {
	if err == nil {
		return nil
	}
	message, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "SQL logic error: "), " (")
	if m := noColumn.FindStringSubmatch(message); m != nil {
		return fmt.Errorf("results: there is no column %q; %s", m[1], nearest.Hint(m[1], names()))
	}
	if strings.HasPrefix(message, "too many attached") {
		return errors.New("results: a question reads results, and no other file")
	}
	return fmt.Errorf("results: %s", message)
}

func names() (list []string) {
	for _, c := range Columns() {
		list = append(list, c.Name)
	}
	return append(list, "value", "x")
}

// shown lists the columns of a listing.
const shown = "protocol, method, mode, data, epsilon, delta, seed, variant, value, x, claimed, proved, audited, seconds, age"

// List lists the values of the trials that satisfy a condition, or of all if it is empty, in the
// order in which they were made.
func (d *DB) List(ctx context.Context, condition string) (table.Table, error) {
	return d.Select(ctx, "SELECT "+shown+" FROM results"+where(condition)+" ORDER BY id, value")
}

// Failed lists the failed trials that satisfy a condition, with their errors.
func (d *DB) Failed(ctx context.Context, condition string) (table.Table, error) {
	if w := where(condition); w != "" {
		return d.Select(ctx, "SELECT protocol, method, mode, data, epsilon, delta, seed, variant, error FROM trials"+w+" AND error IS NOT NULL ORDER BY id")
	}
	return d.Failed(ctx, "TRUE")
}

// Means groups the values that a condition chooses by some columns, by what was measured, and by
// variant and delta unless over names these: the mean over a group, the standard deviation, the
// number of values and that of different seeds. Values of several protocols, or of old and new
// code, are in one group unless a column tells them apart.
func (d *DB) Means(ctx context.Context, condition string, by, over []string) (t table.Table, err error) {
	for _, c := range over {
		if !slices.Contains(Apart, c) || slices.Contains(by, c) {
			return t, fmt.Errorf("results: means over %q: want columns of %s that they are not grouped by", c, strings.Join(Apart, ", "))
		}
	}
	known := names()
	for _, c := range by {
		if !slices.Contains(known, c) || c == "x" {
			return t, fmt.Errorf("results: there is no column %q to group by; %s", c, nearest.Hint(c, known))
		}
	}
	by = slices.Clone(by)
	for _, c := range append(slices.Clone(Apart), "value") {
		if !slices.Contains(by, c) && !slices.Contains(over, c) {
			by = append(by, c)
		}
	}
	list := strings.Join(by, ", ")
	all, err := d.Select(ctx, "SELECT "+list+", x, seed FROM results"+where(condition)+" ORDER BY "+list)
	if err != nil {
		return t, err
	}
	t.Header = append(slices.Clone(by), "mean", "sd", "n", "seeds")
	var values []float64
	seeds := map[any]bool{}
	for i, row := range all.Rows {
		key := row[:len(by)]
		if x, ok := row[len(by)].(float64); ok {
			values = append(values, x)
			seeds[row[len(by)+1]] = true
		}
		if i+1 < len(all.Rows) && slices.Equal(key, all.Rows[i+1][:len(by)]) {
			continue
		}
		m := trial.MeanOf(values)
		t.Rows = append(t.Rows, append(slices.Clone(key), real(m.Mean), real(m.SD), int64(m.Runs), int64(len(seeds))))
		values = nil
		clear(seeds)
	}
	return t, nil
}

// Apart are the columns that means are not taken over, unless that is asked for.
var Apart = []string{"protocol", "method", "data", "variant", "delta"}

// Export writes all tables to a new SQLite file.
func (d *DB) Export(path string) error {
	if d == nil || d.db == nil {
		return errors.New("results: no results are open")
	}
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("results: %s is there already", path)
	}
	if err := d.shut(false); err != nil {
		return err
	}
	_, err := d.conn.ExecContext(context.Background(), "VACUUM INTO ?", path)
	return errors.Join(explained(err), d.shut(true))
}
