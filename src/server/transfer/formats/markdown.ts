import { isStatus } from '../arrange.ts'
import { most, Outline, type Plan, type PlannedCard, textOf, tooMuch } from '../plan.ts'

interface Item {
  card: PlannedCard
  indent: number
  /** The lines below it that aren't cards. */
  notes: string[]
}

/**
 * Task lists in Markdown. Every list item becomes a card, and so does every task (`- [ ]`, `- [x]`) within
 * another item. Everything else indented below an item becomes its notes. Headings become projects and lists.
 * Cards before the first heading go to the inbox.
 */
export function planMarkdown(text: string, title: string): Plan {
  const { lines, first, isKanban } = withoutFrontMatter(text)
  const levels = levelsOf(linesOf(lines))
  const outline = new Outline()
  const items: Item[] = []
  /** The items that the current line may belong to, outermost first. */
  let open: Item[] = []
  let [project, list] = [levels.project === undefined && levels.list !== undefined ? title : '', '']
  let isBelowText = false

  let index = 0
  for (const { heading, item, indent, content } of linesOf(lines)) {
    if (heading) {
      open = []
      if (levels.project !== undefined && heading.level <= levels.project)
        [project, list] = [heading.name, '']
      else if (heading.level === levels.list) list = heading.name
    } else if (content === '') open.at(-1)?.notes.push('')
    else {
      // Without an empty line in between, a line continues the previous item, even if it is not indented.
      if (item || !isBelowText || isWithin(open[0], indent))
        while (open.length > 0 && !isWithin(open.at(-1), indent)) open.pop()
      const owner = open.at(-1)
      if (item && (item.box !== 'none' || !owner)) {
        const complete = item.box === 'ticked'
        const card = { text: item.text, complete, at: `line ${first + index}` }
        const one = { card, indent, notes: [] }
        items.push(one)
        open.push(one)
        if (!item.text) outline.leftOut.add('empty_cards')
        else if (isKanban && list === 'Archive') outline.leftOut.add('archived_cards')
        else outline.add(project, list || (complete ? 'Done' : ''), card)
      } else if (owner) owner.notes.push(lines[index] ?? '')
      else if (!isKanban || content !== '**Complete**') outline.leftOut.add('other_lines')
    }
    isBelowText = content !== '' && !heading
    index++
  }
  for (const { card, notes } of items) card.text = textOf(card.text, [outdented(notes)])
  return outline.plan()
}

const isWithin = (outer: Item | undefined, indent: number) => outer !== undefined && outer.indent < indent

/** Removes the common indentation of notes. */
function outdented(notes: readonly string[]): string {
  const lead = /^[ \t]*/.exec(notes.find((line) => line.trim() !== '') ?? '')?.[0].length ?? 0
  return notes
    .map((line) => (line.slice(0, lead).trim() === '' ? line.slice(lead) : line.trimStart()).trimEnd())
    .join('\n')
}

/** Front matter, between two lines of dashes at the beginning, is about the file. */
function withoutFrontMatter(text: string): { lines: string[]; first: number; isKanban: boolean } {
  const lines = text.split(/\r\n|[\r\n]/, most.lines + 1)
  if (lines.length > most.lines)
    throw tooMuch(`line ${lines.length}`, `is one too many: a file may have ${most.lines}`)
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1
  if (end === -1) return { lines, first: 1, isKanban: false }
  // A board of Obsidian's Kanban plugin, which has its settings below the last list.
  const isKanban = lines.slice(0, end).some((line) => line.startsWith('kanban-plugin:'))
  const settings = isKanban ? lines.indexOf('%% kanban:settings') : -1
  return { lines: lines.slice(end + 1, settings === -1 ? undefined : settings), first: end + 2, isKanban }
}

/**
 * Decides which headings are projects and which are lists. If a heading has the name of a status, headings of
 * its level are lists, and those above are projects. Otherwise the topmost level is projects, and the next is
 * lists.
 */
function levelsOf(lines: Iterable<Line>): { project?: number | undefined; list?: number | undefined } {
  const headings: NonNullable<Line['heading']>[] = []
  for (const { heading } of lines) if (heading) headings.push(heading)
  const levels = [...new Set(headings.map(({ level }) => level))].toSorted()
  const ofStatuses = headings.filter(({ name }) => isStatus(name)).map(({ level }) => level)
  if (ofStatuses.length === 0) return { project: levels[0], list: levels[1] }
  const list = Math.min(...new Set(ofStatuses))
  return { project: levels.findLast((level) => level < list), list }
}

/** A line of Markdown, parsed as far as lists and headings are concerned. */
interface Line {
  /** The indentation in columns. A tab extends to the next multiple of four. */
  indent: number
  /** Without the indentation. */
  content: string
  heading?: { level: number; name: string }
  /** A list item. It is a task if it has a checkbox. */
  item?: { text: string; box: 'open' | 'ticked' | 'none' }
}

/** Lines within a code block are not interpreted. A thematic break counts as an empty line. */
function* linesOf(raw: readonly string[]): Generator<Line> {
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
