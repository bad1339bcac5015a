import { longestText } from '../../contract/limits.ts'

/** The text of one card, or of as many as it takes: it is cut at the end of a paragraph, a line, a sentence or a word. */
export function splitText(text: string): string[] {
  const parts: string[] = []
  let rest = text.trim()
  for (let end = endOf(rest); end < rest.length; end = endOf(rest)) {
    const at = end - cutBack(rest.slice(0, end), rest.slice(end, end + 64))
    parts.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  parts.push(rest)
  return parts
}

/** Where the last character is that fits, in UTF-16 units. */
function endOf(text: string): number {
  if (text.length <= longestText) return text.length
  let units = 0
  for (let points = 0; points < longestText && units < text.length; points++)
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1
  return units
}

const graphemes = new Intl.Segmenter()

/** How far before the end of what fits it is best cut, but not so far that the part is less than half full. */
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
  // Not within a character that is made of several: an accent, a flag, a family.
  const around = late.slice(-64)
  const { index = around.length } = graphemes.segment(around + next).containing(around.length) ?? {}
  return index === 0 ? 0 : around.length - index
}
