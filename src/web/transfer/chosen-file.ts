import { ProblemError, UnexpectedAnswerError } from '../../client/client.ts'
import { titleOfFile, typeOfFile } from '../../contract/plain/files.ts'
import { longestFile, longestTitle } from '../../contract/plain/limits.ts'
import type { Imported } from '../../contract/transfer.ts'
import { apiBy, explain } from '../session/api.ts'
import { uploading } from './upload.ts'

/** For the `accept` attribute of the file input. */
export const acceptedFiles =
  '.json,.csv,.md,.markdown,.txt,application/json,text/csv,text/markdown,text/plain'

/** The statuses that the person has chosen, by list. */
export type Choices = Readonly<Record<string, string>>

export interface Sending {
  signal: AbortSignal
  onProgress(sent: number): void
}

const send = (
  file: File,
  choices: Choices,
  dry_run: boolean,
  { signal, onProgress }: Sending,
  key?: string,
) => {
  if (file.size > longestFile) throw new TooLarge()
  const lists = Object.entries(choices).map(([list, status]) => `${list}:${status}`)
  const title = Array.from(titleOfFile(file.name)).slice(0, longestTitle).join('')
  let seq = 0
  const made = apiBy(uploading(onProgress)).importFile(
    {
      file: file.slice(0, file.size, typeOfFile(file.name) ?? file.type),
      dry_run,
      ...(lists.length > 0 && { lists: lists.join() }),
      ...(title && { title }),
    },
    {
      timeout: 0,
      signal,
      idempotencyKey: key,
      onAnswer: (headers) => {
        seq = Number(headers.get('inboard-seq'))
      },
    },
  )
  return made.then((answer) => ({ made: answer, seq }))
}

class TooLarge extends Error {}

/** A dry run of an import. */
export const previewOf = async (file: File, choices: Choices, sending: Sending): Promise<Imported> =>
  (await send(file, choices, true, sending)).made

/** Idempotent under the same key. */
export const importFile = async (file: File, choices: Choices, key: string, sending: Sending) =>
  await send(file, choices, false, sending, key)

/** A photo whose name ends with .json, for example. */
const isNoJson = ({ problem }: ProblemError) => problem.detail.startsWith('The body is not valid JSON')

/** An error message for the person who chose the file. */
export function explainFile(error: unknown): string {
  if (error instanceof TooLarge) return 'The file is larger than 32 MB.'
  if (error instanceof UnexpectedAnswerError && error.status === 413)
    return 'Something between here and the server, such as a proxy, refuses files of this size.'
  if (!(error instanceof ProblemError)) return explain(error)
  if (error.code === 'unsupported_media_type' || isNoJson(error))
    return 'Inboard can’t read this file. Choose a JSON, CSV or Markdown file.'
  const [first] = error.problem.errors ?? []
  if (first?.message.startsWith('must be an export of Inboard'))
    return 'This is neither an Inboard export nor a Trello board.'
  if (first?.field === '') return `The file ${first.message}.`
  return explain(error).replace(/^The body/, 'The file')
}
