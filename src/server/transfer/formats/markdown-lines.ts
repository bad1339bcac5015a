/** A line of Markdown, parsed as far as lists and headings are concerned. */
export interface Line {
  /** The indentation in columns. A tab extends to the next multiple of four. */
  indent: number
  /** Without the indentation. */
  content: string
  heading?: { level: number; name: string }
  /** A list item. It is a task if it has a checkbox. */
  item?: { text: string; box: 'open' | 'ticked' | 'none' }
}

/** Lines within a code block are not interpreted. A thematic break counts as an empty line. */
export function* linesOf(raw: readonly string[]): Generator<Line> {
  let fence = ''
  for (const line of raw) {
    const content = line.trim()
    const [mark = ''] = /^(?:```|~~~)/.exec(content) ?? []
    const indent = indentOf(line)
    if (fence || mark) {
      if (!fence) fence = mark
      else if (mark === fence) fence = ''
      yield { indent, content }
    } else if (isRule(content)) yield { indent, content: '' }
    else yield { indent, content, ...meaningOf(content, indent) }
  }
}

function meaningOf(content: string, indent: number): Pick<Line, 'heading' | 'item'> {
  const [marks, sharps = ''] = /^(#{1,6})(?:[ \t]+|$)/.exec(content) ?? []
  if (marks !== undefined && indent < 4) {
    // Headings may have a closing sequence: "## Garden ##".
    const name = content.slice(marks.length).replace(/[ \t]#+$/, '')
    return { heading: { level: sharps.length, name: name.trim() } }
  }
  const [bullet] = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/.exec(content) ?? []
  if (bullet === undefined) return {}
  const rest = content.slice(bullet.length)
  const [box, mark] = /^\[([ xX])\](?:[ \t]+|$)/.exec(rest) ?? []
  if (box === undefined) return { item: { text: rest, box: 'none' } }
  return { item: { text: rest.slice(box.length), box: mark === ' ' ? 'open' : 'ticked' } }
}

/** A thematic break: three or more of the same mark, and nothing else. */
const isRule = (content: string) =>
  content.length < 200 && /^(?:[*][ \t]*){3,}$|^(?:-[ \t]*){3,}$|^(?:_[ \t]*){3,}$/.test(content)

const [space, tab] = [32, 9]

function indentOf(line: string): number {
  let columns = 0
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code === space) columns++
    else if (code === tab) columns += 4 - (columns % 4)
    else break
  }
  return columns
}
