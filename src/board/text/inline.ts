import { splitLinks, urlOf } from './links.ts'

/** A part of a line. */
export type Inline =
  | string
  | { is: 'code'; text: string }
  | { is: 'link'; text: string; url: string }
  | { is: 'label'; name: string }
  | { is: 'emphasis' | 'strong'; parts: readonly Inline[] }

/** A part of the line that is drawn as something else, or not at all. */
export interface Atom {
  start: number
  end: number
  as: Inline | undefined
}

export const heading = /^#{1,6}\s+(?=\S)/

/** Reads one line. `marks` are its labels, and what is not shown. */
export function inline(line: string, marks: readonly Atom[] = []): readonly Inline[] {
  if (marks.length === 0 && !/[*_`@[]|https?:|www\.|mailto:/i.test(line)) return line === '' ? [] : [line]
  return withEmphasis(line, withLinks(line, written(line, marks)))
}

/**
 * Code, and links with a text of their own. A picture becomes a link to it, because nothing is loaded. No part can match the
 * character that begins the next one, so a line is read once.
 */
const constructs =
  /`([^`]+)`|!?\[([^\][]+)\]\((https?:\/\/[^\s()<>"]+(?:\([^\s()<>"]*\)[^\s()<>"]*)?)(?: +"[^"]*")?\)/gi

function written(line: string, marks: readonly Atom[]): readonly Atom[] {
  const atoms: Atom[] = []
  for (const { 0: all, 1: code, 2: text = '', 3: url = '', index } of line.matchAll(constructs)) {
    const end = index + all.length
    if (code !== undefined) atoms.push({ start: index, end, as: { is: 'code', text: code } })
    else if (leadsWhereItSays(text, url))
      atoms.push({ start: index, end, as: { is: 'link', text: withHost(text, url), url } })
  }
  if (marks.length === 0) return atoms
  if (atoms.length === 0) return marks
  const all = [...atoms, ...marks].sort((one, other) => one.start - other.start)
  let from = 0
  return all.filter(({ start, end }) => {
    if (start < from) return false
    from = end
    return true
  })
}

/** A text that is an address itself must be the one that it leads to. */
function leadsWhereItSays(text: string, url: string): boolean {
  const [link] = splitLinks(url)
  if (!link?.isLink || link.text !== url) return false
  return text === url || splitLinks(text).every(({ isLink }) => !isLink)
}

/** Signs between letters, as in addresses. Hyphens and the like are part of words. */
const addressed = /[\p{L}\p{N}][^\s\p{L}\p{M}\p{N}'’&_,+‐‑–—-]+\p{L}{2}/u

/** Says where a link leads if its text looks like an address, in whatever letters and signs. */
function withHost(text: string, url: string): string {
  const { host } = new URL(url)
  const plain = text
    .normalize('NFKC')
    .replace(/\p{DI}/gu, '')
    .toLowerCase()
  const isHonest = text === url || plain === host || plain.startsWith(`${host}/`)
  return isHonest || !addressed.test(plain) ? text : `${text} (${host})`
}

/** Adds the URLs between the atoms. */
function withLinks(line: string, atoms: readonly Atom[]): readonly Atom[] {
  const all: Atom[] = []
  let from = 0
  const look = (to: number) => {
    if (to === from) return
    let start = from
    for (const { text, isLink } of splitLinks(line.slice(from, to))) {
      const end = start + text.length
      if (isLink) all.push({ start, end, as: { is: 'link', text, url: urlOf(text) } })
      start = end
    }
  }
  for (const atom of atoms) {
    look(atom.start)
    all.push(atom)
    from = atom.end
  }
  look(line.length)
  return all
}

const kinds: Readonly<Record<string, 'emphasis' | 'strong'>> = {
  '*': 'emphasis',
  _: 'emphasis',
  '**': 'strong',
}

// Stands for an atom. A text may contain it as well, but then no atom begins there.
const filler = '\uFFFC'
const delimiters = /\uFFFC|\*+|_+/g

// Chinese and Japanese are written without spaces.
const inWord = /(?!\p{sc=Han}|\p{sc=Hira}|\p{sc=Kana})[\p{L}\p{N}_*]/u
const afterOpening = /[^\s.,;:!?…)\]}/\\]/
const beforeClosing = /[^\s\\]/

/**
 * Pairs the signs of emphasis. There are three kinds, and of each only the last that was opened can be closed, so nothing is
 * nested deeper than three, and a line takes linear time. Stricter than Markdown: 2*3*4, snake_case and *.ts stay as typed.
 */
function withEmphasis(line: string, atoms: readonly Atom[]): readonly Inline[] {
  const begun = new Map(atoms.map((atom) => [atom.start, atom]))
  let masked = ''
  for (const { start, end } of atoms) masked += line.slice(masked.length, start) + filler.repeat(end - start)
  masked += line.slice(masked.length)

  const out: Inline[] = []
  const opened = new Map<string, number>()
  let from = 0
  const take = (to: number) => {
    if (to > from) out.push(line.slice(from, to))
  }
  for (const { 0: sign, index } of masked.matchAll(delimiters)) {
    const atom = begun.get(index)
    const kind = kinds[sign]
    const [before, after] = [masked.charAt(index - 1), masked.charAt(index + sign.length)]
    if (atom) {
      take(index)
      if (atom.as !== undefined) out.push(atom.as)
      from = atom.end
    } else if (kind && index >= from) {
      const open = opened.get(sign)
      if (open !== undefined && beforeClosing.test(before) && !isWord(after, sign)) {
        take(index)
        const [, ...parts] = out.splice(open)
        out.push({ is: kind, parts })
        for (const [other, at] of opened) if (at >= open) opened.delete(other)
        from = index + sign.length
      } else if (before !== '\\' && !isWord(before, sign) && afterOpening.test(after)) {
        take(index)
        opened.set(sign, out.length)
        out.push(sign)
        from = index + sign.length
      }
    }
  }
  take(line.length)
  return joined(out)
}

/** The sign of the other kind may stand beside: **_both_**. */
const isWord = (character: string, sign: string) =>
  inWord.test(character) && !(/[*_]/.test(character) && character !== sign.charAt(0))

/** The line as it is drawn, in plain words. */
export const plain = (line: string): string => inline(line.replace(heading, '')).map(wordsOf).join('') || line

function wordsOf(part: Inline): string {
  if (typeof part === 'string') return part
  if ('parts' in part) return part.parts.map(wordsOf).join('')
  return part.is === 'label' ? `#${part.name}` : part.text
}

/** Signs that stay as they are belong to the text around them. */
export function joined(parts: readonly Inline[]): readonly Inline[] {
  const out: Inline[] = []
  for (const part of parts) {
    const last = out.at(-1)
    if (typeof part === 'string' && typeof last === 'string') out[out.length - 1] = last + part
    else out.push(typeof part === 'object' && 'parts' in part ? { ...part, parts: joined(part.parts) } : part)
  }
  return out
}
