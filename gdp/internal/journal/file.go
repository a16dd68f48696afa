package journal

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
	"github.com/graphdp/graphdp/data/file"
)

// step announces a change of the disk to tests.
func (j *Journal) step(name string) error {
	if j.before == nil {
		return nil
	}
	return j.before(name)
}

// create writes the file with its header, atomically. If another process is faster, its file stays.
func (j *Journal) create(header []byte) (err error) {
	line, at := start().add(header)
	dir := filepath.Dir(j.path)
	temp, err := os.CreateTemp(dir, filepath.Base(j.path)+".new-*") // mode 0600
	var failed *fs.PathError
	if errors.As(err, &failed) {
		failed.Path = j.path
		if errors.Is(err, fs.ErrNotExist) {
			failed.Err = fmt.Errorf("no folder %s: %w", dir, fs.ErrNotExist)
		}
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, temp.Close(), os.Remove(temp.Name())) }()
	if _, err := temp.Write(append(at.head(), line...)); err != nil {
		return err
	}
	if err := j.sync(temp); err != nil {
		return err
	}
	if err := j.step("link"); err != nil {
		return err
	}
	if err := os.Link(temp.Name(), j.path); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	folder, err := os.Open(dir) // to sync it
	if err != nil {
		return err
	}
	return errors.Join(j.sync(folder), folder.Close())
}

// lock opens the file and keeps other processes out until release is called. The lock is on the
// file itself: it holds under any name of the file, and ends with the process.
func (j *Journal) lock() (f *os.File, release func(), err error) {
	f, err = file.Regular(j.path, os.O_RDWR, 0)
	if errors.Is(err, os.ErrNotExist) && j.file != nil {
		err = fmt.Errorf("%s was removed: put it back, its %d records count", j.path, len(j.records))
	}
	if err != nil {
		return nil, nil, err
	}
	guard := flock.New(j.path, flock.SetFlag(os.O_RDWR))
	ctx, cancel := context.WithTimeout(context.Background(), j.patience)
	defer cancel()
	ok, err := guard.TryLockContext(ctx, 2*time.Millisecond)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("%w: another process holds %s since %v: let it finish, or end it", ErrBusy, j.path, j.patience)
	}
	if err != nil || !ok {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, func() {
		_ = guard.Unlock() // closing the descriptor also unlocks
		_ = f.Close()      // everything that must reach the disk was synced
	}, nil
}

const advice = "nothing was changed; restore it from a copy, or name another file to begin again with a new budget"

// damaged returns the error for a file that was changed by something else.
func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %w: %s", ErrDamaged, fmt.Errorf(format, args...), advice)
}

// catchUp reads and checks the entries appended since the last call. It repairs the traces of a
// crash only if all entries are valid.
func (j *Journal) catchUp(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	from := j.at
	if j.file == nil {
		from = start()
	} else if !os.SameFile(info, j.file) {
		return damaged("another file has taken its place")
	}
	news, err := read(file, info.Size(), from)
	if err != nil {
		return err
	}
	if len(news.torn) > 0 {
		if err := j.setAside(file, news.at, news.torn); err != nil {
			return fmt.Errorf("set aside a torn line: %w", err)
		}
	}
	if news.at != news.head {
		if err := j.writeHead(file, news.at); err != nil {
			return err
		}
	}
	if j.file == nil {
		j.header, news.records = news.records[0], news.records[1:]
	}
	j.records = append(j.records, news.records...)
	j.file, j.at = info, news.at
	return nil
}

// news is the content of a file after a known position.
type news struct {
	head    position          // according to the head
	records []json.RawMessage // includes the header if read from the start
	at      position          // the end of the records
	torn    []byte            // an incomplete last line beyond the head, left by a crash
}

// read checks the head, and the lines from a known position to the end of the file.
func read(file io.ReaderAt, size int64, at position) (news, error) {
	line := make([]byte, headSize)
	if _, err := file.ReadAt(line, 0); errors.Is(err, io.EOF) {
		return news{}, damaged("line 1: the file is shorter than a head")
	} else if err != nil {
		return news{}, err
	}
	head, err := parseHead(line)
	if err != nil {
		return news{}, damaged("%w", err)
	}
	n := news{head: head, at: at}
	if head.lines < at.lines || head.lines == at.lines && head != at {
		return n, damaged("line 1: the head went back to %d records, there were %d", head.lines-1, at.lines-1)
	}
	r := bufio.NewReader(io.NewSectionReader(file, at.end, size-at.end))
	for n.at.end < size {
		line, err := r.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return n, err
		}
		record, next, err := n.at.parse(line)
		if err != nil && n.at.lines >= head.lines && n.at.end+int64(len(line)) == size {
			n.torn = line
			return n, nil
		} else if err != nil {
			return n, damaged("%w", err)
		}
		n.records, n.at = append(n.records, record), next
		if next.lines == head.lines && next != head {
			return n, damaged("line 1: the head has another checksum than record %d", next.lines-1)
		}
	}
	if n.at.lines < head.lines {
		return n, damaged("line %d: the file ends after %d records, its head says %d", n.at.lines+1, max(n.at.lines-1, 0), head.lines-1)
	}
	return n, nil
}

// setAside moves an incomplete last line, which never counted, to a separate file.
func (j *Journal) setAside(from *os.File, at position, torn []byte) error {
	name := j.path + ".torn"
	if err := j.step("torn"); err != nil {
		return err
	}
	f, err := file.Regular(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(torn)
	if err := errors.Join(err, j.sync(f), f.Close()); err != nil {
		return err
	}
	if err := from.Truncate(at.end); err != nil {
		return err
	}
	j.notes = append(j.notes, fmt.Sprintf("journal: %s ended in %d bytes of a record that a crash cut short before it counted; they are now in %s", j.path, len(torn), name))
	return nil
}

// append writes the record, then the head that counts it.
func (j *Journal) append(file *os.File, record json.RawMessage) error {
	line, at := j.at.add(record)
	err := j.step("write")
	if err == nil {
		_, err = file.WriteAt(line, j.at.end)
	}
	if err == nil {
		err = j.step("sync")
	}
	if err == nil {
		err = j.sync(file)
	}
	if err != nil {
		return errors.Join(err, file.Truncate(j.at.end)) // it does not count
	}
	if err := j.writeHead(file, at); err != nil {
		return fmt.Errorf("written, and counts, though the head could not say so: %w", err)
	}
	j.records, j.at = append(j.records, record), at
	return nil
}

func (j *Journal) writeHead(file *os.File, at position) error {
	if err := j.step("head"); err != nil {
		return err
	}
	if _, err := file.WriteAt(at.head(), 0); err != nil {
		return err
	}
	if err := j.step("headsync"); err != nil {
		return err
	}
	return j.sync(file)
}
