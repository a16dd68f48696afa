// Package web downloads over HTTP. It is apart from package data because a program that downloads
// nothing, such as a cell of a notebook, links sooner without it.
package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// Refused is what a server says that will say so again.
type Refused struct{ Status string }

func (r Refused) Error() string { return "refused: " + r.Status }

// Final says that another attempt will not mend it.
func (Refused) Final() bool { return true }

// Ask is a data.Ask.
func Ask(ctx context.Context, url string, from int64) (body io.ReadCloser, first, size int64, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, 0, 0, err
	}
	request.Header.Set("Accept-Encoding", "identity") // bytes as they are, so that ranges and sums fit
	if from > 0 {
		request.Header.Set("Range", fmt.Sprintf("bytes=%d-", from))
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, 0, 0, err
	}
	switch code := response.StatusCode; {
	case code == http.StatusOK: // all of it, whatever was asked for
		return response.Body, 0, response.ContentLength, nil
	case code == http.StatusPartialContent:
		said := response.Header.Get("Content-Range")
		var ok bool
		if first, size, ok = contentRange(said); ok {
			return response.Body, first, size, nil
		}
		err = fmt.Errorf("asked for bytes from %d, got the range %q", from, said)
	case code == http.StatusRequestedRangeNotSatisfiable:
	case code < 500 && code != http.StatusTooManyRequests && code != http.StatusRequestTimeout:
		err = Refused{response.Status}
	default:
		err = errors.New(response.Status)
	}
	return nil, 0, 0, errors.Join(err, response.Body.Close())
}

// contentRange reads "bytes FIRST-LAST/SIZE"; size is -1 when it is *.
func contentRange(header string) (first, size int64, ok bool) {
	span, whole, found := strings.Cut(strings.TrimPrefix(header, "bytes "), "/")
	begin, _, dash := strings.Cut(span, "-")
	first, err := strconv.ParseInt(begin, 10, 64)
	if !found || !dash || err != nil {
		return 0, 0, false
	}
	if size, err = strconv.ParseInt(whole, 10, 64); err != nil {
		size = -1
	}
	return first, size, true
}
