import { count } from './described.ts'
import { notify } from './notices.ts'

const complain = (text: string) => notify({ text, bad: true })

/** True, with a message, if a text can't be saved. The caller leaves it in its field to be corrected. */
export function isMisfit(texts: readonly string[], longest: number, say = complain): boolean {
  const reason = texts.map((text) => whyNot(text, longest)).find((one) => one !== undefined)
  if (reason) say(reason)
  return reason !== undefined
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
