import { statusNames } from '../contract/statuses.ts'
import { connectTo } from './cards/connection.ts'
import { knownProjects, rememberProjects } from './cards/project-names.ts'
import { type Command, type Given, type Lists, UsageError } from './command.ts'
import { bash } from './completion/bash.ts'
import { fish } from './completion/fish.ts'
import { zsh } from './completion/zsh.ts'
import { readLogin } from './login-file.ts'
import { say } from './terminal.ts'

const scripts: Record<string, typeof bash> = { bash, zsh, fish }

export const words = ['[SHELL]'] as const
export const options = { names: { value: 'KIND', help: 'what the scripts ask: "projects" or "columns"' } }
export const notes = `SHELL is bash, zsh or fish. To have it in every new shell:

  bash   echo 'eval "$(inboard completion bash)"' >> ~/.bashrc
  zsh    echo 'source <(inboard completion zsh)' >> ~/.zshrc      (behind compinit, if it is there)
  fish   inboard completion fish > ~/.config/fish/completions/inboard.fish`

export async function run({ words: [shell], options: { names } }: Given, lists: Lists): Promise<undefined> {
  if (names !== undefined) return say(await namesOf(names))
  const script = scripts[shell ?? '']
  if (!script)
    throw new UsageError(
      'Say which shell: inboard completion bash, zsh or fish. See: inboard completion --help',
    )
  say(script(await described(lists)))
}

export interface Described {
  name: string
  summary: string
  options: { name: string; help: string; takes?: string | undefined }[]
  /** What its words are, if they can be completed. */
  takes?: string | undefined
}

/** Options are those of the commands for people: to know the others, the server would have to be loaded. */
async function described({ forPeople, forTheServer }: Lists): Promise<Described[]> {
  const own = await Promise.all(
    Object.entries(forPeople).map(async ([name, { summary, load }]): Promise<Described> => {
      const { options: all = {}, words: wanted = [] }: Command = await load()
      return {
        name,
        summary,
        takes: wanted[0],
        options: Object.entries({ ...all, help: { help: 'what it does, and how' } }).map(
          ([option, { help, value }]: [string, { help: string; value?: string }]) => ({
            name: option,
            help,
            takes: option === 'project' ? 'PROJECT' : value,
          }),
        ),
      }
    }),
  )
  const others = Object.entries(forTheServer).map(([name, { summary }]) => ({ name, summary, options: [] }))
  return [...own, ...others]
}

/** A line for each. A shell does not wait for a server that does not answer. */
async function namesOf(kind: string): Promise<string> {
  if (kind === 'columns') return statusNames.join('\n')
  if (kind !== 'projects') throw new UsageError('--names is "projects" or "columns".')
  const known = knownProjects()
  if (known?.isFresh) return known.text
  try {
    const { client } = connectTo(readLogin(), { timeout: 1000, retries: 0 })
    rememberProjects((await client.listProjects()).projects)
    return knownProjects()?.text ?? ''
  } catch {
    return known?.text ?? ''
  }
}
