// Package web downloads over HTTP. It is separate from package data because programs that download
// nothing, such as notebook cells, link faster without it.
package web

import (
	"context"
	"errors"
	"io"
	"net/http"
)

// Refused is a permanent HTTP error.
type Refused struct{ Status string }

func (r Refused) Error() string { return "refused: " + r.Status }

// Final marks the error as permanent.
func (Refused) Final() bool { return true }

// Ask implements data.Ask.
func Ask(ctx context.Context, url string) (body io.ReadCloser, size int64, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, 0, err
	}
	request.Header.Set("Accept-Encoding", "identity") // no compression, so that checksums match
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
