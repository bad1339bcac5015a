import { statusNames } from '../contract/plain/statuses.ts'
import { connectTo } from './account/connection.ts'
import { readLogin } from './account/login-file.ts'
import { type Given, type Lists, UsageError } from './command.ts'
import { say } from './output/terminal.ts'

// Completion: the script of a shell passes on the line that is being typed, and gets what may stand for its last word. To a
// shell, the title of a project is only ever text: bash gets it quoted, zsh and fish quote what they insert.

export const words = ['[SHELL]'] as const
export const options = { names: { value: 'LINE', help: 'used by the scripts: lists what may come next' } }
export const notes = `SHELL is bash, zsh or fish. To enable it in every new shell:

  bash   echo 'eval "$(inboard completion bash)"' >> ~/.bashrc
  zsh    echo 'source <(inboard completion zsh)' >> ~/.zshrc      (after compinit, if you call it)
  fish   inboard completion fish > ~/.config/fish/completions/inboard.fish`

export async function run({ words: [shell], options: { names } }: Given, lists: Lists): Promise<undefined> {
  if (names !== undefined) {
    const found = await candidatesFor(names, lists)
    return say(found.map(([name, about]) => (about ? `${name}\t${about}` : name)).join('\n'))
  }
  const script = scripts[shell ?? '']
  if (!script)
    throw new UsageError(
      'Choose a shell: inboard completion bash, zsh or fish. See: inboard completion --help',
    )
  say(script)
}

type Candidate = readonly [name: string, about?: string]

/** Completes the last word. Each word is a line, the name of the program first. */
async function candidatesFor(line: string, { forPeople, forTheServer }: Lists): Promise<Candidate[]> {
  const before = line.split('\n').slice(1, -1)
  const typed = before.pop() ?? ''
  // The script for fish of 0.10.1, which people have as a file, asks for these by name.
  if (before.at(-1) === '--project' || line === 'projects') return await projectTitles()
  if (before.at(-1) === '--to' || line === 'columns') return statusNames.map((name) => [name])
  const all = Object.entries({ ...forPeople, ...forTheServer })
  const [first] = before
  if (first === undefined) {
    const names = all.map(([name, { summary }]): [string, string] => {
      const [group = '', member] = name.split(' ')
      return member ? [group, 'Manages accounts'] : [name, summary]
    })
    return [...new Map(names), ['--help'], ['--version']]
  }
  // The commands for the server would load it.
  const command = await forPeople[first]?.load()
  if (typed.startsWith('-')) {
    const own = Object.entries(command?.options ?? {})
    return [...own.map(([name, { help }]): Candidate => [`--${name}`, help]), ['--help', 'show this help']]
  }
  if (before.length > 1) return []
  if (command?.words?.[0] === '[PROJECT]') return await projectTitles()
  if (first === 'completion') return Object.keys(scripts).map((shell) => [shell])
  const members = all.filter(([name]) => name.startsWith(`${first} `))
  return members.map(([name, { summary }]) => [name.slice(first.length + 1), summary])
}

async function projectTitles(): Promise<Candidate[]> {
  try {
    // A shell must not wait for a slow server.
    const { client } = connectTo(readLogin(), { timeout: 1000, retries: 0 })
    const { projects } = await client.listProjects()
    // A control character cannot be typed anyway.
    return projects.flatMap(({ title }) => (/\p{Cc}/u.test(title) ? [] : [[title]]))
  } catch {
    return []
  }
}

const scripts: Record<string, string> = {
  /** Inside a quote nothing is proposed: bash would insert a title as it is, and run what is in it. */
  bash: `# inboard for bash
_inboard() {
  local word=\${COMP_WORDS[COMP_CWORD]} line name restore
  COMPREPLY=()
  [[ $word == *[\\"\\']* ]] && return
  word=\${word//\\\\/}
  printf -v line '%s\\n' "\${COMP_WORDS[@]:0:COMP_CWORD+1}"
  restore=$(shopt -p nocasematch)
  shopt -s nocasematch
  while IFS=$'\\t' read -r name _; do
    [[ $name == "$word"* ]] && COMPREPLY+=("$(printf %q "$name")")
  done < <(inboard completion --names "$line" 2>/dev/null)
  $restore
}
complete -F _inboard inboard
`,
  zsh: `#compdef inboard
# inboard for zsh
_inboard() {
  local tab=$'\\t' line="\${(pj:\\n:)words[1,CURRENT]}"$'\\n'
  local -a found names shown
  found=("\${(@f)$(inboard completion --names "$line" 2>/dev/null)}")
  [[ -n "$found" ]] || return 1
  names=("\${(@)found%%$tab*}")
  shown=("\${(@)found/$tab/  -- }")
  compadd -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' -l -d shown -a names
}

# If this file is sourced, it registers itself. In a folder of $fpath, zsh has already done that.
if [[ $funcstack[1] == _inboard ]]; then
  _inboard "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _inboard inboard
fi
`,
  fish: `# inboard for fish
function __inboard_names
    set -l typed (commandline -opc) (commandline -ct)
    inboard completion --names (printf '%s\\n' $typed | string collect --no-trim-newlines) 2>/dev/null
end
complete -c inboard -f -a '(__inboard_names)'
`,
}
