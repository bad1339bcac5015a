import { longestText } from '../../contract/plain/limits.ts'

/**
 * Splits a text into as many cards as necessary, at the end of a paragraph, line, sentence or word. `reserved`
 * characters of the first card remain free.
 */
export function splitText(text: string, reserved = 0): string[] {
  const parts: string[] = []
  let rest = text.trim()
  for (let end = endOf(rest, longestText - reserved); end < rest.length; end = endOf(rest, longestText)) {
    const at = end - cutBack(rest.slice(0, end), rest.slice(end, end + 64))
    parts.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  parts.push(rest)
  return parts
}

/** The end of what fits into so many characters, in UTF-16 units. */
function endOf(text: string, longest: number): number {
  if (text.length <= longest) return text.length
  let units = 0
  for (let points = 0; points < longest && units < text.length; points++)
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1
  return units
}

const graphemes = new Intl.Segmenter()

/** How far before the end to cut. At least half of the text that fits is kept. */
function cutBack(fitting: string, next: string): number {
  const late = fitting.slice(fitting.length / 2)
  const places = [
    late.lastIndexOf('\n\n') + 1,
    late.lastIndexOf('\n') + 1,
    Math.max(...['. ', '! ', '? ', '… ', '。', '！', '？'].map((end) => late.lastIndexOf(end))) + 1,
    late.lastIndexOf(' ') + 1,
  ]
  const place = places.find((at) => at > 0)
  if (place !== undefined) return late.length - place
  // Doesn't split grapheme clusters, such as an accented letter, a flag or a family emoji.
  const around = late.slice(-64)
  const { index = around.length } = graphemes.segment(around + next).containing(around.length) ?? {}
  return index === 0 ? 0 : around.length - index
}
