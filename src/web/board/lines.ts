// A bullet or a number, then a box to tick, or one of them. The space after it tells “- 5 °C” from “-5 °C”.
const marker = /^(?:(?:[-*+•◦▪▫‣⁃∙·●○■□–]|(?<number>\d+)[.)])(?:\s+|$))?(?:(?:\[[ x]?\]|[☐☑☒])(?:\s+|$))?/i

export const isSeveral = (text: string) => text.trim().includes('\n')

/** Whether an input brings text that was written elsewhere. */
export const isBrought = (inputType: string) => /^insertFrom(?:Paste|Drop|Yank)/.test(inputType)

const byKey = /^(?:insertLineBreak|insertParagraph|history.*)$/
const lineBreaks = (text: string) => text.split('\n').length

/**
 * Whether the lines of a field count as pasted after an input. Any input that brings a line break along is a paste, unless it
 * is the key for one: a drop, dictation, or the clipboard of a phone's keyboard.
 */
export function arePasted(
  before: { text: string; pasted: boolean },
  text: string,
  input: { type: string; isPaste: boolean },
): boolean {
  if (!isSeveral(text)) return false
  if (before.pasted || input.isPaste) return true
  return !byKey.test(input.type) && lineBreaks(text) > lineBreaks(before.text)
}

/**
 * Splits typed or pasted text into cards, one for each line. If there are several, list markers are removed, and lines with
 * nothing but a marker are left out. A number is a marker only if the list counts up from 0 or 1: “24. December” keeps its
 * day.
 */
export function cardsFrom(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  if (lines.length < 2) return lines
  const next = new Set([0, 1])
  const unmarked = lines.map((line) => {
    const { 0: found, groups } = marker.exec(line) ?? { 0: '' }
    const number = Number(groups?.number ?? 0)
    if (!next.has(number)) return line
    next.add(number + 1)
    return line.slice(found.length)
  })
  const texts = unmarked.filter(Boolean)
  return texts.length > 0 ? texts : lines
}
