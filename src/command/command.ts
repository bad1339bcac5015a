import { parseArgs } from 'node:util'
import { CommandError } from '../server/common/command-error.ts'
import { closest } from '../server/common/near-misses.ts'

/** A command of `inboard`. Its help is generated from this. */
export interface Command {
  /** The arguments, in order: `FILE`, or `[FILE]` if optional. The last may repeat: `CARD…`. */
  words?: readonly string[]
  options?: Readonly<Record<string, Option>>
  /** Further help. */
  notes?: string
  /** Resolves to the exit code, if it is not 0. */
  run(given: Given, lists: Lists): Promise<number | undefined>
}

export interface Entry {
  /** A line of help. */
  summary: string
  /** Commands are loaded lazily, so that each starts quickly. */
  load(): Promise<Command>
}

/** All commands. */
export interface Lists {
  forPeople: Record<string, Entry>
  forTheServer: Record<string, Entry>
}

interface Option {
  /** The name of its value. Undefined if the option takes none. */
  value?: string
  help: string
}

export interface Given {
  words: string[]
  /** The values of the options; empty for options without one. */
  options: Partial<Record<string, string>>
}

/** The command was called incorrectly. Exit code 2. */
export class UsageError extends CommandError {
  override name = 'UsageError'
}

const ofAll: Record<string, Option> = { help: { help: 'show this help' } }

/** Messages never repeat a value: it may contain a password. */
export function readWords(name: string, { words = [], options = {} }: Command, given: string[]): Given {
  const known = { ...ofAll, ...options }
  const hint = ` See: inboard ${name} --help`
  const { tokens } = parseArgs({
    args: given.map((word) => (word === '-h' ? '--help' : word)),
    options: Object.fromEntries(
      Object.entries(known).map(([option, { value }]) => [option, { type: value ? 'string' : 'boolean' }]),
    ),
    strict: false,
    tokens: true,
  })
  const result: Given = { words: [], options: {} }
  for (const token of tokens) {
    if (token.kind === 'positional') result.words.push(token.value)
    if (token.kind !== 'option') continue
    const option = known[token.name]
    if (!option) throw new UsageError(`Unknown option ${token.rawName}.${meant(token.name, known)}${hint}`)
    if (token.name in result.options) throw new UsageError(`${token.rawName} was given twice.${hint}`)
    if (option.value && !token.value)
      throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${option.value}.${hint}`)
    if (!option.value && token.value !== undefined)
      throw new UsageError(`${token.rawName} takes no value.${hint}`)
    result.options[token.name] = token.value ?? ''
  }
  const missing = words.slice(result.words.length).find((word) => !word.startsWith('['))
  if (missing && !('help' in result.options))
    throw new UsageError(`${missing.replace('…', '')} is missing.${hint}`)
  if (result.words.length > words.length && !isMany(words.at(-1)))
    throw new UsageError(
      `${words.length === 0 ? `inboard ${name} takes no arguments` : 'Too many arguments'}.${hint}`,
    )
  return result
}

const isMany = (word = '') => /…\]?$/.test(word)

function meant(name: string, known: Record<string, Option>): string {
  const option = closest(name, Object.keys(known))
  return option ? ` Did you mean --${option}?` : ''
}

export function helpFor(name: string, summary: string, { words = [], options = {}, notes }: Command): string {
  const rows = Object.entries({ ...options, ...ofAll }).map(([option, { value, help }]): [string, string] => [
    `--${option}${value ? ` ${value}` : ''}`,
    help,
  ])
  const usage = ['inboard', name, ...(Object.keys(options).length > 0 ? ['[options]'] : []), ...words]
  return `${summary}.

  ${usage.join(' ')}

${twoColumns(rows)}
${notes ? `\n${notes.trim()}\n` : ''}`
}

export function twoColumns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}
