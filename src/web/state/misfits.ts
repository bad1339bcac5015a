import { notify } from './notices.ts'

const complain = (text: string) => notify({ text, bad: true })

/** Says so if a text cannot be saved as it is, so that it stays where it can be corrected. */
export function isMisfit(texts: readonly string[], longest: number, say = complain): boolean {
  const reason = texts.map((text) => whyNot(text, longest)).find((one) => one !== undefined)
  if (reason) say(`Not saved: ${reason}`)
  return reason !== undefined
}

function whyNot(text: string, longest: number): string | undefined {
  const { length } = [...text]
  const excess = length - longest
  if (excess > 0)
    return `this is ${excess === 1 ? 'a character' : `${excess} characters`} too long. At most ${longest} fit.`
  if (!text.isWellFormed() || text.includes('\0')) return 'this contains half of a character.'
  return undefined
}
