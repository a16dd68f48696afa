package app

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/nearest"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// role is the use of a file that a flag or an argument names.
type role string

// Roles of files.
const (
	reads  role = "reads"  // once, to the end: a file or a pipe; "reads" of a graph takes a folder too
	looks  role = "looks"  // reads declarations at its top: a regular file, or a folder, which is not read
	keeps  role = "keeps"  // adds records, and reads them: a regular file
	writes role = "writes" // a file, a device or a pipe
	stores role = "stores" // adds results of trials: a folder
	fills  role = "fills"  // writes its own files: a folder
	starts role = "starts" // runs it: a program
)

// fileRole is the annotation of flags, and of commands for their arguments in order. A test gives
// each of them a wrong or too large file.
const fileRole = "gdp_file_role"

// files declares the roles of the files that the arguments name.
func files(c *cobra.Command, roles ...role) {
	list := lists.Map(roles, func(r role) string { return string(r) })
	c.Annotations = map[string]string{fileRole: strings.Join(list, " ")}
}

// flag declares the role of the file that a flag names.
func (r role) flag(c *cobra.Command, flag string) {
	if err := c.Flags().SetAnnotation(flag, fileRole, []string{string(r)}); err != nil {
		panic(err) // no such flag
	}
}

// graphFlag adds --graph.
func graphFlag(c *cobra.Command, graph *string, what string, r role) {
	c.Flags().StringVar(graph, "graph", "", what)
	r.flag(c, "graph")
	completeGraph(c)
}

func completeGraph(c *cobra.Command) {
	register(c, "graph", func(c *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		return graphs(1)(c, nil, begun)
	})
}

// modeFlags adds --mode and --set. They and --relation are completed by the method of the first
// argument.
func (a *app) modeFlags(c *cobra.Command, mode *string, set *[]string) {
	c.Flags().StringVar(mode, "mode", "", "mode of the method (default: strict)")
	c.Flags().StringArrayVar(set, "set", nil, "NAME=VALUE: change a setting of the mode (repeatable)")
	a.completeMethods(c)
	of := func(list func(m method.Method, mode method.Mode, begun string) []string, then cobra.ShellCompDirective) completion {
		return func(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
			var m method.Method
			var chosen method.Mode
			if len(args) > 0 {
				m, chosen, _ = a.modeNamed(args[0], *mode) // an unknown method has no completions
			}
			return beginning(begun, list(m, chosen, begun)), cobra.ShellCompDirectiveNoFileComp | then
		}
	}
	register(c, "mode", of(func(m method.Method, _ method.Mode, _ string) (names []string) {
		return lists.Map(m.Modes, func(mode method.Mode) string { return mode.Name + "\t" + mode.About })
	}, 0))
	if c.Flag("relation") != nil { // trials run under the mode's own relation
		register(c, "relation", of(func(_ method.Method, mode method.Mode, _ string) []string { return namesOf(mode.Relations()) }, 0))
	}
	register(c, "set", of(func(_ method.Method, mode method.Mode, begun string) (names []string) {
		settings, _ := method.Settings(mode.Config()) // an unknown method has none
		for _, s := range settings {
			if !strings.HasPrefix(begun, s.Name+"=") {
				names = append(names, s.Name+"=")
				continue
			}
			for _, value := range s.Names() {
				names = append(names, s.Name+"="+value)
			}
		}
		return names
	}, cobra.ShellCompDirectiveNoSpace))
}

// modeNamed finds a method and its mode of that name. Without a name it takes the strict mode, or
// the only mode if that is private.
func (a *app) modeNamed(name, mode string) (m method.Method, found method.Mode, err error) {
	if m, err = a.methodNamed(name); err != nil {
		return m, found, usageError{err}
	}
	if mode != "" {
		if found, err = m.Mode(mode); err != nil {
			return m, found, usageError{err}
		}
		return m, found, nil
	}
	i := slices.IndexFunc(m.Modes, func(x method.Mode) bool { return x.Role == method.Strict })
	if len(m.Modes) == 1 && !m.Modes[0].Plain {
		i = 0
	}
	if i < 0 {
		return m, found, usagef("%s has no strict mode; choose one by --mode: %s", name, strings.Join(m.ModeNames(), ", "))
	}
	return m, m.Modes[i], nil
}

// A completion returns replacements for an incomplete word.
type completion = func(c *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective)

// register sets the completion of a flag.
func register(c *cobra.Command, flag string, f completion) {
	if err := c.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic(err) // no such flag, or it has a completion
	}
}

// from completes a word from a list.
func from(list func() []string) completion {
	return func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		return beginning(begun, list()), cobra.ShellCompDirectiveNoFileComp
	}
}

// complete completes the value of a flag from a list.
func complete(c *cobra.Command, flag string, list func() []string) { register(c, flag, from(list)) }

// completeList does so for a flag with values between commas.
func completeList(c *cobra.Command, flag string, list []string) {
	register(c, flag, func(_ *cobra.Command, _ []string, begun string) (names []string, _ cobra.ShellCompDirective) {
		before := begun[:strings.LastIndexByte(begun, ',')+1]
		names = lists.Map(list, func(name string) string { return before + name })
		return beginning(begun, names), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
}

// beginning returns the names with a prefix.
func beginning(begun string, names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.HasPrefix(name, begun) })
}

// graphs completes the first n arguments with data sets or files.
func graphs(n int) completion {
	return func(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= n {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return beginning(begun, dataNames()), cobra.ShellCompDirectiveDefault
	}
}

// completeMethods completes the first argument with methods.
func (a *app) completeMethods(c *cobra.Command) {
	c.ValidArgsFunction = func(_ *cobra.Command, args []string, begun string) (names []string, _ cobra.ShellCompDirective) {
		for _, m := range a.methods {
			if len(args) == 0 {
				names = append(names, m.Name+"\t"+m.About)
			}
		}
		return beginning(begun, names), cobra.ShellCompDirectiveNoFileComp
	}
}

// dataNames lists the data sets.
func dataNames() (names []string) {
	return lists.Map(data.Entries(), func(e data.Entry) string { return e.Name })
}

// protocolNames lists the protocols.
func protocolNames() (names []string) {
	return lists.Map(trial.Protocols(), func(p trial.Protocol) string { return p.Name })
}

// namesOf returns the names of a list.
func namesOf[T fmt.Stringer](list []T) (names []string) {
	return lists.Map(list, func(x T) string { return x.String() })
}

// relationNames lists the relations of graphs, in order.
func relationNames() (names []string) {
	for r := gdp.EdgeLevel; r <= gdp.GraphUnbounded; r++ {
		names = append(names, r.String())
	}
	return names
}

// relationOf finds the relation of --relation.
func relationOf(name string) (gdp.Relation, error) {
	i, err := oneOf("relation", name, relationNames())
	return gdp.EdgeLevel + gdp.Relation(i), err
}

// oneOf finds the value of a flag in a list.
func oneOf(flag, value string, known []string) (int, error) {
	if i := slices.Index(known, value); i >= 0 {
		return i, nil
	}
	return 0, usagef("--%s %q; %s", flag, value, nearest.Hint(value, known))
}

// arguments requires a number of arguments.
func arguments(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) >= least && len(args) <= most {
			return nil
		}
		return usagef("%d arguments: wrong number; usage: %s", len(args), c.UseLine())
	}
}

// wrongFlag suggests the intended flag, or describes the values of the flag.
func wrongFlag(c *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		kind, known := kinds[invalid.GetFlag().Value.Type()]
		if !known {
			kind = "another value"
		}
		if errors.Is(err, strconv.ErrRange) {
			kind = "a smaller number"
		}
		return usagef("--%s %q: must be %s", invalid.GetFlag().Name, invalid.GetValue(), kind)
	}
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return usageError{err}
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if name := nearest.Name(unknown.GetSpecifiedName(), names); name != "" {
		err = fmt.Errorf("%w; did you mean --%s?", err, name)
	}
	return usageError{err}
}

// kinds describe the values of flags, by type.
var kinds = map[string]string{
	"int": "a whole number", "uint64": "a whole number from 0", "float64": "a number", "bool": "true or false", "duration": "a time such as 10m",
}

func (a *app) completion() *cobra.Command {
	c := &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print a script for shell completion",
		Long: `completion prints a script that lets a shell complete commands, flags, methods, modes, settings, statistics
and data sets.`,
		Example: `  source <(gdp completion bash)       # in ~/.bashrc
  source <(gdp completion zsh)        # in ~/.zshrc, below compinit
  gdp completion fish | source        # in ~/.config/fish/config.fish`,
		Args: arguments(1, 1),
		RunE: func(c *cobra.Command, args []string) error {
			i := slices.Index(shells, args[0])
			if i < 0 {
				return usagef("no completion for shell %q; %s", args[0], nearest.Hint(args[0], shells))
			}
			root := c.Root()
			return []func(io.Writer) error{
				func(w io.Writer) error {
					if err := root.GenBashCompletionV2(w, true); err != nil {
						return err
					}
					_, err := io.WriteString(w, bashCompletion)
					return err
				},
				root.GenZshCompletion,
				func(w io.Writer) error { return root.GenFishCompletion(w, true) },
				root.GenPowerShellCompletionWithDesc,
			}[i](a.out)
		},
	}
	c.ValidArgsFunction = from(func() []string { return shells })
	return c
}

var shells = []string{"bash", "zsh", "fish", "powershell"}

// bashCompletion repairs cobra's script for bash: the script calls a function of the package
// bash-completion, which may be missing, and ignores that bash replaces only the text after the
// last "=" of a word such as Noise=All.
const bashCompletion = `
if ! declare -F _get_comp_words_by_ref >/dev/null; then
    _get_comp_words_by_ref()
    {
        local line=${COMP_LINE:0:COMP_POINT}
        read -ra words <<<"$line"
        [[ $line == *[[:space:]] ]] && words+=("")
        cword=$((${#words[@]} - 1))
        cur=${words[cword]}
        prev=${words[cword - 1]}
    }
fi

__gdp_complete()
{
    __start_gdp "$@"
    local word=${COMP_LINE:0:COMP_POINT}
    word=${word##* }
    if [[ $word == *=* && $COMP_WORDBREAKS == *=* ]]; then
        COMPREPLY=("${COMPREPLY[@]#"${word%=*}="}")
    fi
}

if [[ $(type -t compopt) == builtin ]]; then
    complete -o default -F __gdp_complete gdp
else
    complete -o default -o nospace -F __gdp_complete gdp
fi
`
