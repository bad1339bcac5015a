import { type Atom, heading, type Inline, inline, joined } from '../../board/text/inline.ts'
import { type Label, type Marks, readMarks, type Span, type Step, titleOf } from '../../board/text/marks.ts'

// Light formatting: what people write to each other and what other boards export, but no HTML and nothing that loads.

export type Block =
  | { is: 'text' | 'heading'; parts: readonly Inline[] }
  | { is: 'code'; text: string }
  | { is: 'quote'; blocks: readonly Block[] }
  | { is: 'list'; items: readonly Item[] }

export interface Item {
  /** Its indentation: 0 at the margin. */
  level: number
  /** A bullet, or the number as it was typed. */
  marker: string
  step: Step | undefined
  parts: readonly Inline[]
}

/** A text as it is drawn, with its marks. */
export interface Formatted extends Pick<Marks, 'due' | 'every' | 'steps'> {
  title: readonly Inline[]
  /** The box of the title, if that is a step. */
  step: Step | undefined
  /** The labels of the title, each once. Labels in the notes stay where they were typed. */
  labels: readonly Label[]
  /** The blank lines between title and notes, which are not shown. */
  gap: string
  notes: readonly Block[]
}

interface Line {
  text: string
  start: number
  step: Step | undefined
}

export function format(text: string): Formatted {
  const { due, every, labels, steps } = readMarks(text)
  const end = text.indexOf('\n')
  const endOfTitle = end === -1 ? text.length : end
  const [gap = ''] = /^(?:[^\S\n]*\n)*/.exec(text.slice(endOfTitle)) ?? []
  const isFenced = opening.test(text.slice(0, endOfTitle))
  const stepOn = new Map(steps.map((step) => [step.start, step]))
  const [first] = steps
  return {
    due,
    every,
    steps,
    step: first?.line === 0 ? first : undefined,
    title: inline(titleOf(text).replace(heading, '')),
    labels: onceEach(labels.filter((label) => label.end <= endOfTitle)),
    gap,
    notes: blocksOf(
      linesFrom(text, endOfTitle + gap.length, stepOn),
      new MarksOnLines([due, every], labels),
      isFenced,
    ),
  }
}

const onceEach = (labels: readonly Label[]) =>
  [...new Map(labels.toReversed().map((label) => [label.folded, label])).values()].toReversed()

function linesFrom(text: string, from: number, stepOn: ReadonlyMap<number, Step>): Line[] {
  let start = from
  return text.slice(from) === ''
    ? []
    : text
        .slice(from)
        .split('\n')
        .map((line) => {
          const indent = line.length - line.trimStart().length
          const made = { text: line, start, step: stepOn.get(start + indent) }
          start += line.length + 1
          return made
        })
}

/** The marks by line, read from the first line to the last. */
class MarksOnLines {
  readonly #atoms: readonly Atom[]
  #next = 0
  constructor(unshown: readonly (Span | null)[], labels: readonly Label[]) {
    const all = unshown.flatMap((span) => (span ? [{ ...span, as: undefined }] : []))
    this.#atoms = [
      ...all,
      ...labels.map(({ start, end, name }) => ({ start, end, as: { is: 'label' as const, name } })),
    ].sort((one, other) => one.start - other.start)
  }

  /** The marks between two places in the text, as places in the line. */
  within(start: number, end: number): readonly Atom[] {
    const found: Atom[] = []
    for (let atom = this.#atoms[this.#next]; atom && atom.start < end; atom = this.#atoms[++this.#next])
      if (atom.start >= start) found.push({ ...atom, start: atom.start - start, end: atom.end - start })
    return found
  }
}

const opening = /^\s*`{3,}[^`]*$/
const closing = /^\s*`{3,}\s*$/
const quoted = /^ {0,3}> ?/
const item = /^(\s*)([-*+•]|\d{1,9}[.)])\s+(?=\S)/

const deepestQuote = 3
const deepestList = 4

function blocksOf(
  lines: readonly Line[],
  marks: MarksOnLines,
  isFenced = false,
  depth = 0,
): readonly Block[] {
  const blocks: Block[] = []
  let at = 0
  const takeWhile = (belongs: (line: Line) => boolean) => {
    const from = at
    for (let line = lines[at]; line && belongs(line); line = lines[at]) at++
    return lines.slice(from, at)
  }
  const takeCode = () => {
    const code = takeWhile(({ text }) => !closing.test(text))
    at++
    if (code.length > 0) blocks.push({ is: 'code', text: code.map(({ text }) => text).join('\n') })
  }
  if (isFenced) takeCode()
  for (let line = lines[at]; line; line = lines[at]) {
    const { text } = line
    if (opening.test(text)) {
      at++
      const parts = beside(line, marks)
      if (parts.length > 0) blocks.push({ is: 'text', parts })
      takeCode()
    } else if (depth < deepestQuote && quoted.test(text)) {
      const inside = takeWhile((one) => quoted.test(one.text)).map(unquoted)
      blocks.push({ is: 'quote', blocks: blocksOf(inside, marks, false, depth + 1) })
    } else if (isItem(line)) {
      blocks.push({ is: 'list', items: itemsOf(takeWhile(isItem), marks) })
    } else if (heading.test(text)) {
      at++
      blocks.push({
        is: 'heading',
        parts: shown(line, text.length - text.replace(heading, '').length, marks) ?? [],
      })
    } else {
      const parts = textOf(
        takeWhile(
          (one) =>
            !(
              isItem(one) ||
              heading.test(one.text) ||
              opening.test(one.text) ||
              (depth < deepestQuote && quoted.test(one.text))
            ),
        ),
        marks,
      )
      if (parts.length > 0) blocks.push({ is: 'text', parts })
    }
  }
  return blocks
}

/** The visible part of a line that begins code: its words and labels, but not the name of a language. */
function beside(line: Line, marks: MarksOnLines): readonly Inline[] {
  const { length } = line.text.replace(/^\s*`+\s*/, '')
  const parts = shown(line, line.text.length - length, marks) ?? []
  return parts.every((part) => typeof part === 'string' && /^\s*\S*\s*$/.test(part)) ? [] : parts
}

const isItem = ({ text, step }: Line) => step !== undefined || item.test(text)

function unquoted({ text, start }: Line): Line {
  const inside = text.replace(quoted, '')
  return { text: inside, start: start + text.length - inside.length, step: undefined }
}

/** The visible part of a line; undefined if it was nothing but a date. */
function shown({ text, start }: Line, from: number, marks: MarksOnLines): readonly Inline[] | undefined {
  const line = text.slice(from)
  const found = marks.within(start + from, start + text.length)
  // The space before it goes with it.
  const on = found.map((atom) =>
    atom.as === undefined ? { ...atom, start: line.slice(0, atom.start).trimEnd().length } : atom,
  )
  const parts = inline(line, on)
  const isNothing = parts.every((part) => typeof part === 'string' && part.trim() === '')
  return isNothing && found.length > 0 ? undefined : parts
}

function textOf(lines: readonly Line[], marks: MarksOnLines): readonly Inline[] {
  const isBlank = ({ text }: Line) => text.trim() === ''
  const from = lines.findIndex((line) => !isBlank(line))
  const to = lines.findLastIndex((line) => !isBlank(line))
  const drawn = lines.slice(from, to + 1).flatMap((line) => {
    const parts = shown(line, 0, marks)
    return parts ? [parts] : []
  })
  return from === -1 ? [] : joined(drawn.flatMap((parts, index) => (index === 0 ? parts : ['\n', ...parts])))
}

function itemsOf(lines: readonly Line[], marks: MarksOnLines): readonly Item[] {
  /** The indentation of the items around this one. */
  const indents: number[] = []
  return lines.map((line) => {
    const { text, start, step } = line
    const [begin = '', space = '', sign = ''] = item.exec(text) ?? []
    const indent = (step ? text.slice(0, step.start - start) : space).replaceAll('\t', '    ').length
    while ((indents.at(-1) ?? -1) >= indent) indents.pop()
    const level = Math.min(indents.length, deepestList)
    indents.push(indent)
    const from = step ? step.box + 3 - start : begin.length
    return { level, marker: /\d/.test(sign) ? sign : '•', step, parts: shown(line, from, marks) ?? [] }
  })
}
