package app

import (
	"io"
	"slices"

	"github.com/graphdp/graphdp/data/nearest"
	"github.com/spf13/cobra"
)

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
