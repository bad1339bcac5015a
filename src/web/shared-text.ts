import { longestText } from '../contract/limits.ts'

/** What another app has shared with this one, as the text of a card. Apps repeat themselves: each part is taken once. */
export function sharedText(parameters: URLSearchParams): string {
  const [title = '', text = '', url = ''] = ['title', 'text', 'url'].map((name) =>
    // The server refuses this character, and nobody means it.
    (parameters.get(name) ?? '').replaceAll('\0', '').trim(),
  )
  const isInText = `${words(text).join(' ')} `.startsWith(`${words(title).join(' ')} `)
  const isThere = words(`${title} ${text}`).includes(url)
  return [isInText ? '' : title, text, isThere ? '' : url].filter(Boolean).join('\n')
}

const words = (text: string) => text.split(/\s+/)

/** A text as cards: what is too long for one goes on in the next, with a new word unless that would waste half a card. */
export function asCards(text: string): string[] {
  const points = [...text]
  const cards: string[] = []
  for (let at = 0; at < points.length; ) {
    const next = points.slice(at, at + longestText)
    const space = next.findLastIndex((point) => /\s/.test(point))
    const length = at + longestText < points.length && space > longestText / 2 ? space : next.length
    cards.push(next.slice(0, length).join('').trim())
    at += length
  }
  return cards.filter(Boolean)
}
