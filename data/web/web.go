// Package web downloads over HTTP. It is apart from package data because a program that downloads
// nothing, such as a cell of a notebook, links sooner without it.
package web

import (
	"context"
	"errors"
	"io"
	"net/http"
)

// Refused is what a server says that will say so again.
type Refused struct{ Status string }

func (r Refused) Error() string { return "refused: " + r.Status }

// Final says that another attempt will not mend it.
func (Refused) Final() bool { return true }

// Ask is a data.Ask.
func Ask(ctx context.Context, url string) (body io.ReadCloser, size int64, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, 0, err
	}
	request.Header.Set("Accept-Encoding", "identity") // bytes as they are, so that sums fit
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, 0, err
	}
	switch code := response.StatusCode; {
	case code == http.StatusOK:
		return response.Body, response.ContentLength, nil
	case code < 500 && code != http.StatusTooManyRequests && code != http.StatusRequestTimeout:
		err = Refused{response.Status}
	default:
		err = errors.New(response.Status)
	}
	return nil, 0, errors.Join(err, response.Body.Close())
}
