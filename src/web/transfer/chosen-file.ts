import { ProblemError, UnexpectedAnswerError } from '../../client/client.ts'
import { longestFile, longestTitle } from '../../contract/plain/limits.ts'
import type { Imported } from '../../contract/transfer.ts'
import { apiBy, explain } from '../session/api.ts'

/** For the `accept` attribute of the file input. */
export const acceptedFiles =
  '.json,.csv,.md,.markdown,.txt,application/json,text/csv,text/markdown,text/plain'

/** The statuses that the person has chosen, by list. */
export type Choices = Readonly<Record<string, string>>

export interface Sending {
  signal: AbortSignal
  onProgress(sent: number): void
}

/** Imports the file once under this key. Without a key it is a dry run. */
export async function sendFile(
  file: File,
  choices: Choices,
  { signal, onProgress }: Sending,
  key?: string,
): Promise<{ made: Imported; seq: number }> {
  if (file.size > longestFile) throw new TooLarge()
  const lists = Object.entries(choices).map(([list, status]) => `${list}:${status}`)
  const title = Array.from(titleOfFile(file.name)).slice(0, longestTitle).join('')
  let seq = 0
  const made = await apiBy(uploading(onProgress)).importFile(
    {
      file: file.slice(0, file.size, typeOfFile(file.name) ?? file.type),
      dry_run: key === undefined,
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
  return { made, seq }
}

class TooLarge extends Error {}

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

/** Like `fetch`, but reports upload progress from 0 to 1, which `fetch` can't. */
const uploading =
  (onProgress: (sent: number) => void): typeof fetch =>
  (url, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, String(url))
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1)
      request.onload = () =>
        resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request) }))
      request.onerror = () => reject(new TypeError('the server could not be reached'))
      request.onabort = () => reject(signal?.reason)
      if (signal?.aborted) return reject(signal.reason)
      signal?.addEventListener('abort', () => request.abort())
      request.send(body as XMLHttpRequestBodyInit)
    })

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const at = line.indexOf(':')
    headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  return headers
}

const types: Record<string, string> = {
  json: 'application/json',
  csv: 'text/csv',
  tsv: 'text/csv',
  md: 'text/markdown',
  markdown: 'text/markdown',
  txt: 'text/markdown',
}

/**
 * The type with which a file is imported, derived from its name: operating systems report different types,
 * and often none.
 */
const typeOfFile = (name: string): string | undefined =>
  types[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '']

/**
 * "Garden.csv" → "Garden": the title of a project if the file has none. Todoist's backups have a number after
 * the name.
 */
const titleOfFile = (name: string): string =>
  name
    .replace(/\.\w+$/, '')
    .replace(/ \[\d+\]$/, '')
    .trim()
