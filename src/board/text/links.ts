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
// Chinese and Japanese are written without spaces, so a link may follow their letters; it does not follow others, as in the
// middle of a word.
const inWord = String.raw`(?!\p{sc=Han}|\p{sc=Hira}|\p{sc=Kana})[\p{L}\p{M}\p{N}]`
const letter = String.raw`[\p{sc=Latin}\p{M}\p{N}]`
// Each begins only where no other character of its own kind is in front, so a text is read once.
const candidates = new RegExp(
  [
    // A letter, digit or plus sign in front makes it another scheme, such as git+https.
    String.raw`(?<![a-z\d+])(?:https?:\/\/(?!\/)|mailto:)(?:${one}|${pair})+`,
    String.raw`(?<!${inWord}|[.@:/\\_=&?#%+-])www\.(?:${one}|${pair})+`,
    // A mail address. What is in front or behind may be the rest of a longer one, of a URL, or of git@example.com:a.git.
    String.raw`(?<!${inWord}|[\p{L}\p{N}]['’]|[.@:/\\_=&?#%+~$!-])${letter}(?:${letter}|[._+-])*@(?:${letter}|[.-])+(?!${letter}|[.@-]|:[\p{L}\p{N}/~])`,
  ].join('|'),
  'giu',
)

/** Punctuation at the end of a link is that of the sentence. */
const closing = new Set('.,;:!?*_~–')

/** An invisible character in the middle: the link would end there but appear to continue. */
const goesOnUnseen = /\p{DI}+[^\s\p{DI}]/uy

/**
 * Splits text at its links: URLs that begin with http://, https:// or mailto:, hosts that begin with www., and mail addresses. The
 * parts, joined, are the text.
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

/** Where a link leads: exactly where its text says. */
export function urlOf(link: string): string {
  if (/^(?:https?|mailto):/i.test(link)) return link
  return /^www\./i.test(link) ? `https://${link}` : `mailto:${link}`
}

/** Whether it goes where it seems to go: `https://bank.example@elsewhere.example` does not. */
function isSafe(link: string): boolean {
  const url = urlOf(link)
  if (!URL.canParse(url)) return false
  const { protocol, pathname, hostname } = new URL(url)
  if (protocol === 'mailto:')
    return url === link ? /^[^@]+@[^@]/.test(pathname) : /[^.]@(?:[^.@-][^.@]*\.)+\p{L}{2,}$/u.test(link)
  if (/^https?:\/\/[^/?#]*[@%]/i.test(url)) return false
  return url === link ? protocol === 'http:' || protocol === 'https:' : /^www\.[^.]+\.[^.]/.test(hostname)
}
