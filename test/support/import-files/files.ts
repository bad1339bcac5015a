import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

const types: Record<string, string> = {
  '.json': 'application/json',
  '.csv': 'text/csv',
  '.md': 'text/markdown',
}

export const pathOfFile = (name: string) => join(import.meta.dirname, name)

/** An export of another program, written for these tests. */
export const fileNamed = (name: string) =>
  new Blob([readFileSync(pathOfFile(name))], { type: types[extname(name)] ?? '' })

export const csv = (text: string | Uint8Array<ArrayBuffer>, type = 'text/csv') => new Blob([text], { type })
export const markdown = (text: string) => new Blob([text], { type: 'text/markdown' })
export const json = (value: unknown) => new Blob([JSON.stringify(value)], { type: 'application/json' })
