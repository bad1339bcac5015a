import { isStatus } from './lists.ts'
import { type Line, linesOf } from './markdown-lines.ts'
import { most, Outline, type Plan, type PlannedCard, textOf, tooMuch } from './plan.ts'

interface Item {
  card: PlannedCard
  indent: number
  /** The lines below it that are no cards of their own. */
  notes: string[]
}

/**
 * Task lists in Markdown. Every item of a list is a card, and so is every task (`- [ ]`, `- [x]`) within another item; whatever
 * else is indented below an item belongs to its notes. Headings are projects and lists. Cards before the first heading go to the
 * inbox.
 */
export function planMarkdown(text: string, title: string): Plan {
  const { lines, first, isKanban } = withoutFrontMatter(text)
  const levels = levelsOf(linesOf(lines))
  const outline = new Outline()
  const items: Item[] = []
  /** Those that a line may be part of, the outermost first. */
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
      // Without an empty line before it, a line goes on with what it follows, even if it is not indented.
      if (item || !isBelowText || isWithin(open[0], indent))
        while (open.length > 0 && !isWithin(open.at(-1), indent)) open.pop()
      const owner = open.at(-1)
      if (item && (item.box !== 'none' || !owner)) {
        const complete = item.box === 'ticked'
        const card = { text: item.text, complete, at: `line ${first + index}` }
        const one = { card, indent, notes: [] }
        items.push(one)
        open.push(one)
        if (!item.text || (isKanban && list === 'Archive')) outline.leftOut++
        else outline.add(project, list || (complete ? 'Done' : ''), card)
      } else if (owner) owner.notes.push(lines[index] ?? '')
      else if (!isKanban || content !== '**Complete**') outline.leftOut++
    }
    isBelowText = content !== '' && !heading
    index++
  }
  for (const { card, notes } of items) card.text = textOf(card.text, [outdented(notes)])
  return outline.plan()
}

const isWithin = (outer: Item | undefined, indent: number) => outer !== undefined && outer.indent < indent

/** Notes keep how they are indented among each other. */
function outdented(notes: readonly string[]): string {
  const lead = /^[ \t]*/.exec(notes.find((line) => line.trim() !== '') ?? '')?.[0].length ?? 0
  return notes
    .map((line) => (line.slice(0, lead).trim() === '' ? line.slice(lead) : line.trimStart()).trimEnd())
    .join('\n')
}

/** What stands between two lines of dashes at the beginning is about the file. */
function withoutFrontMatter(text: string): { lines: string[]; first: number; isKanban: boolean } {
  const lines = text.split(/\r\n|[\r\n]/, most.lines + 1)
  if (lines.length > most.lines)
    throw tooMuch(`line ${lines.length}`, `is one too many: a file may have ${most.lines}`)
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1
  if (end === -1) return { lines, first: 1, isKanban: false }
  // A board of Obsidian's Kanban plugin. Below the last list are its settings.
  const isKanban = lines.slice(0, end).some((line) => line.startsWith('kanban-plugin:'))
  const settings = isKanban ? lines.indexOf('%% kanban:settings') : -1
  return { lines: lines.slice(end + 1, settings === -1 ? undefined : settings), first: end + 2, isKanban }
}

/**
 * Which headings are projects, and which are lists: if one is called like a status, those of its level are lists, and those above
 * it projects. Otherwise the topmost are projects, and those below lists.
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
