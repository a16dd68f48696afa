package synthesis

import (
	"reflect"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/method/study"
	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, sideBySide, fifteenQueries, againstEpsilon, whoWins, degreesOfOthers, edgesInvented, oneCommunityForAll)
}

// The tables and figures of trials are made of kept ones alone, and are what the notebook keeps.
func TestKeptTrials(t *testing.T) {
	must.OrSkip(data.Load("pgb-facebook"))(t, data.ErrNotFound)
	nbtest.Kept(t, fifteenQueries, againstEpsilon, whoWins)
}

// The notebook and the command line make the same study.
func TestOneStudyFile(t *testing.T) {
	s, err := study.Read("pgb.yaml")
	if err != nil || !reflect.DeepEqual(s, pgb()) {
		t.Errorf("%v: %v, not %v", err, s, pgb())
	}
}
