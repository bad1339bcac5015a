import { longestText } from '../../contract/plain/limits.ts'

/** The text that another app has shared. Apps repeat themselves, so each part is used once. */
export function sharedText(parameters: URLSearchParams): string {
  const [title = '', text = '', url = ''] = ['title', 'text', 'url'].map((name) =>
    // The server refuses NUL.
    (parameters.get(name) ?? '').replaceAll('\0', '').trim(),
  )
  const isInText = `${words(text).join(' ')} `.startsWith(`${words(title).join(' ')} `)
  const isThere = words(`${title} ${text}`).includes(url)
  return [isInText ? '' : title, text, isThere ? '' : url].filter(Boolean).join('\n')
}

const words = (text: string) => text.split(/\s+/)

/** Splits text into cards of the maximum length, at a space unless that would waste half a card. */
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
