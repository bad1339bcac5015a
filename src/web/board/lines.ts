// A bullet or a number, then a box to tick, or one of them. The space after it tells “- 5 °C” from “-5 °C”.
const marker = /^(?:(?:[-*+•◦▪▫‣⁃∙·●○■□–]|(?<number>\d+)[.)])(?:\s+|$))?(?:(?:\[[ x]?\]|[☐☑☒])(?:\s+|$))?/i

/**
 * The cards that typed or pasted text becomes: one for each line. Where there are several, they lose the markers of a
 * list, and those that are nothing else are left out. A number is a marker only where a list counts up from 0 or 1:
 * “24. December” keeps its day.
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
