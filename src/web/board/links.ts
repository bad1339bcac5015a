/** A piece of text, and whether it is a URL to follow. */
export interface Part {
  text: string
  isLink: boolean
}

// Neither spaces, controls and invisible characters, nor brackets, quotation marks, dashes and dots that are used
// between sentences, nor the punctuation of Chinese and Japanese, which are written without spaces.
const visible = String.raw`[^\s\p{Cc}\p{Cs}\p{DI}\u2800<>(){}\[\]\\|^"\x60“”„‟‘‚'’«»‹›—…（）「」『』【】《》〈〉。、，！？；：]`
const apostrophe = String.raw`['’](?=[\p{L}\p{N}])`
// Invisible too, but part of an emoji that can be seen.
const inEmoji = String.raw`(?<=\p{ExtPict})\uFE0F|(?<=[\p{ExtPict}\p{EMod}\uFE0F])\u200D(?=\p{ExtPict})`
// Each alternative is one character that no other alternative matches, so there is nothing to backtrack into.
const one = `(?:${visible}|${apostrophe}|${inEmoji})`
// Brackets belong to a link in pairs, as in https://en.wikipedia.org/wiki/Card_(disambiguation).
const pair = String.raw`\(${one}*\)|\[${one}*\]|\{${one}*\}`
// A letter, digit or plus sign in front makes it another scheme, such as git+https.
const candidates = new RegExp(
  String.raw`(?<![a-z\d+])(?:https?:\/\/(?!\/)|mailto:)(?:${one}|${pair})+`,
  'giu',
)

/** Punctuation at the end of a link is that of the sentence. */
const closing = new Set('.,;:!?*_~–')

/** An invisible character in the middle: the link would end there, and look as if it went on. */
const goesOnUnseen = /\p{DI}+[^\s\p{DI}]/uy

/**
 * Splits text at its links. A link begins with http://, https:// or mailto:, and its URL is exactly the text that is
 * shown: nothing is completed, so nothing is guessed. The parts in a row are the text.
 */
export function splitLinks(text: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const { 0: candidate, index } of text.matchAll(candidates)) {
    let length = candidate.length
    while (closing.has(candidate.charAt(length - 1))) length--
    const link = candidate.slice(0, length)
    goesOnUnseen.lastIndex = index + candidate.length
    if (goesOnUnseen.test(text) || !isSafe(link)) continue
    if (index > at) parts.push({ text: text.slice(at, index), isLink: false })
    parts.push({ text: link, isLink: true })
    at = index + length
  }
  if (at < text.length) parts.push({ text: text.slice(at), isLink: false })
  return parts
}

/** Whether it goes where it seems to go: `https://bank.example@elsewhere.example` does not. */
function isSafe(link: string): boolean {
  if (!URL.canParse(link)) return false
  const { protocol, pathname } = new URL(link)
  if (protocol === 'mailto:') return /^[^@]+@[^@]/.test(pathname)
  return (protocol === 'http:' || protocol === 'https:') && !/^https?:\/\/[^/?#]*[@%]/i.test(link)
}
