import { count } from '../model/wording.ts'
import { draft } from './drafts.ts'
import { notify } from './notices.ts'

interface Field {
  /** The name of its draft: the message goes when that changes. */
  name?: string
  say?: ((text: string) => void) | undefined
}

/** True, with a message, if a text can't be saved. The caller leaves it in its field to be corrected. */
export function isMisfit(texts: readonly string[], longest: number, { name, say }: Field = {}): boolean {
  const text = texts.map((text) => whyNot(text, longest)).find((one) => one !== undefined)
  if (text === undefined) return false
  const refused = name && draft(name)
  if (say) say(text)
  else notify({ text, bad: true, holds: () => !name || draft(name) === refused })
  return true
}

/** In code points, as the server counts. */
export const lengthOf = (text: string) => [...text].length

function whyNot(text: string, longest: number): string | undefined {
  const excess = lengthOf(text) - longest
  if (excess > 0)
    return `Too long by ${excess === 1 ? '1 character' : `${count(excess)} characters`} (limit: ${count(longest)}).`
  const what = text.includes('\0') ? 'a NUL character' : text.isWellFormed() ? undefined : 'half a character'
  return what && `Not saved: the text contains ${what}.`
}
