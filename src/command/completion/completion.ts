import { statusNames } from '../../contract/plain/statuses.ts'
import { connectTo } from '../account/connection.ts'
import { readLogin } from '../account/login-file.ts'
import { type Command, type Given, type Lists, UsageError } from '../command.ts'
import { say } from '../output/terminal.ts'
import { bash } from './bash.ts'
import { fish } from './fish.ts'
import { knownProjects, rememberProjects } from './project-names.ts'
import { zsh } from './zsh.ts'

const scripts: Record<string, typeof bash> = { bash, zsh, fish }

export const words = ['[SHELL]'] as const
export const options = { names: { value: 'KIND', help: 'used by the scripts: "projects" or "columns"' } }
export const notes = `SHELL is bash, zsh or fish. To enable it in every new shell:

  bash   echo 'eval "$(inboard completion bash)"' >> ~/.bashrc
  zsh    echo 'source <(inboard completion zsh)' >> ~/.zshrc      (after compinit, if you call it)
  fish   inboard completion fish > ~/.config/fish/completions/inboard.fish`

export async function run({ words: [shell], options: { names } }: Given, lists: Lists): Promise<undefined> {
  if (names !== undefined) return say(await namesOf(names))
  const script = scripts[shell ?? '']
  if (!script)
    throw new UsageError(
      'Choose a shell: inboard completion bash, zsh or fish. See: inboard completion --help',
    )
  say(script(await described(lists)))
}

export interface Described {
  name: string
  summary: string
  options: { name: string; help: string; takes?: string | undefined }[]
  /** Its first argument, which may be completed. */
  takes?: string | undefined
}

/** Has options only for commands for people: the others would load the server. */
async function described({ forPeople, forTheServer }: Lists): Promise<Described[]> {
  const own = await Promise.all(
    Object.entries(forPeople).map(async ([name, { summary, load }]): Promise<Described> => {
      const { options: all = {}, words: wanted = [] }: Command = await load()
      return {
        name,
        summary,
        takes: wanted[0],
        options: Object.entries({ ...all, help: { help: 'show help' } }).map(
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

/** One name per line. A shell must not wait for a slow server. */
async function namesOf(kind: string): Promise<string> {
  if (kind === 'columns') return statusNames.join('\n')
  if (kind !== 'projects') throw new UsageError('--names must be "projects" or "columns".')
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
