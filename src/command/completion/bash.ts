import type { Described } from './completion.ts'

/**
 * Names may contain spaces, and match regardless of case. Bash inserts a proposal as it is into a quote that is
 * open, where a name must not run as a command. It replaces a quote that is closed, too, and takes a proposal that begins
 * with a quote for the whole word. History expansion knows no escape inside double quotes.
 */
export const bash = (commands: Described[]) => `# inboard for bash
_inboard_quoted() {
  local quote=$1 name=$2 quoted='' i one
  for (( i = 0; i < \${#name}; i++ )); do
    one=\${name:i:1}
    case $quote$one in
      "''") quoted+="'\\\\''" ;;
      \\"[\\"\\$\\\`\\\\]) quoted+=\\\\$one ;;
      *) quoted+=$one ;;
    esac
  done
  # Readline closes the quote, unless the proposal ends like it.
  [[ $quoted == *"$quote" ]] && quoted+=$quote
  COMPREPLY+=("$quoted")
}

_inboard_names() {
  local word=$1 quote='' rest name restore
  [[ $word == [\\"\\']* ]] && quote=\${word:0:1}
  word=\${word:\${#quote}}
  rest=$word
  [[ $quote == \\' ]] || rest=\${rest//\\\\?/}
  [[ $rest == *["\${quote:-\\"\\'}"]* ]] && return
  # What is typed may have been quoted already.
  word=\${word//\\\\/}
  restore=$(shopt -p nocasematch)
  shopt -s nocasematch
  while IFS= read -r name; do
    if [[ $name == "$word"* ]]; then
      case "$quote $name" in
        '" '*!* | "' '"*) ;;
        [\\"\\']' '*) _inboard_quoted "$quote" "$name" ;;
        *) COMPREPLY+=("$(printf %q "$name")") ;;
      esac
    fi
  done
  $restore
}

_inboard() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} options='' words=''
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=($(compgen -W '${firstWords(commands).join(' ')} --help --version' -- "$word"))
    return
  fi
  case $before in
    --project) _inboard_names "$word" < <(inboard completion --names projects 2>/dev/null); return ;;
    --to) _inboard_names "$word" < <(inboard completion --names columns 2>/dev/null); return ;;
  esac
  case $command in
${commands
  .filter(({ name }) => !name.includes(' '))
  .map(
    ({ name, options, takes }) =>
      `    ${name}) options='${(options.length > 0 ? options : [{ name: 'help' }]).map((one) => `--${one.name}`).join(' ')}' words='${kindOf(takes)}' ;;`,
  )
  .join('\n')}
${groups(commands)
  .map(([group, members]) => `    ${group}) options='--help' words='${members.join(' ')}' ;;`)
  .join('\n')}
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ $words == @projects ]]; then
    (( COMP_CWORD == 2 )) && _inboard_names "$word" < <(inboard completion --names projects 2>/dev/null)
  elif (( COMP_CWORD == 2 )); then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  fi
}
complete -F _inboard inboard
`

/** Without the second words of groups, such as `users list`. */
export const firstWords = (commands: Described[]) => [
  ...new Set(commands.map(({ name }) => name.split(' ')[0] ?? name)),
]

export const groups = (commands: Described[]): [string, string[]][] => [
  ...Map.groupBy(
    commands.filter(({ name }) => name.includes(' ')).map(({ name }) => name.split(' ') as [string, string]),
    ([group]) => group,
  )
    .entries()
    .map(([group, members]): [string, string[]] => [group, members.map(([, member]) => member)]),
]

/** How the arguments of a command are completed. */
export const kindOf = (takes = '') =>
  takes === '[PROJECT]' ? '@projects' : takes === '[SHELL]' ? 'bash zsh fish' : ''
