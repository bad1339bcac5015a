import { type Board, inboxPlace, type Place } from '../../board/board.ts'
import {
  byDue,
  type DueCard,
  type DueFilter,
  dueAsData,
  labelsOf,
  passes,
  spans,
  todayOf,
} from '../../board/due.ts'
import { findPlaces } from '../../board/lookup.ts'
import { withWords } from '../../board/names.ts'
import type { Day } from '../../board/text/days.ts'
import type { Card } from '../../contract/card.ts'
import type { Project } from '../../contract/project.ts'
import { type Command, UsageError } from '../command.ts'
import { connected } from '../outbox.ts'
import {
  cardLine,
  drawColumn,
  drawInbox,
  drawProject,
  drawProjects,
  faint,
  heading,
  type ListOptions,
  placeName,
} from '../output/drawing.ts'
import { answer, datesOf, facts, jsonOption, printable, remark, thisDay } from '../output/terminal.ts'
import { findCards, readBoard, readDate, waysToName } from './names.ts'

// The commands that only read: ls, today, find and show. Each reads the whole account, and prints a part of it.

export const ls: Command = {
  words: ['[PROJECT]', '[COLUMN]', '[#LABEL…]'],
  options: {
    due: { value: 'WHEN', help: 'only cards due then: overdue, today, week (the next seven days) or a date' },
    all: { help: 'the inbox and every project, with their cards' },
    done: { help: 'also completed cards, which are otherwise only counted' },
    ...jsonOption,
  },
  notes: `Without PROJECT: the inbox, and the names of the projects. PROJECT may be "inbox".
With labels or --due: the cards that have all of these, wherever they are, or in PROJECT. Most shells take # for a comment, so
quote it: inboard ls '#garden' --due week
Other commands take the letters before a card as its name.`,
  run: connected(async ({ client }, { words: given, options: asked }) => {
    const today = thisDay()
    const labels = given.filter(isLabel)
    const [named, column, tooMany] = given.filter((word) => !isLabel(word))
    if (tooMany !== undefined) throw new UsageError('Too many arguments. See: inboard ls --help')
    const due = asked.due === undefined ? undefined : spanFrom(asked.due, today)
    const board = await readBoard(client)
    const options = { withDone: asked.done !== undefined, today }
    if (labels.length > 0 || due) {
      const { places } = namedBy(board, named, column)
      const passesMarks = passes({ labels, due }, today)
      const found = board.cards.filter(
        (card) =>
          (options.withDone || !card.complete) &&
          (!places || places.some(({ status_id }) => status_id === card.status_id)) &&
          passesMarks(card),
      )
      const listed = due ? found.sort(byDue) : found
      answer(asked, { cards: listed }, () =>
        listed.map((card) => cardLine(board, card, today, { indent: '', withPlace: true })).join('\n'),
      )
      if (listed.length === 0 && asked.json === undefined) remark('No card matches.')
      return undefined
    }
    const { lines, data } = listingOf(board, options, asked.all !== undefined, named, column)
    answer(asked, data, () => lines.join('\n'))
    return undefined
  }),
}

const spanFrom = (words: string, today: Day): DueFilter =>
  spans.find((span) => span === words.trim().toLowerCase()) ?? { day: readDate(words, today).due.day }

/** Whether a word is a label. A project called `#1` is none. */
const isLabel = (word: string) => labelsOf({ text: word }).length > 0

/** A project, one of its columns, or the inbox; nothing if nothing is named. */
const namedBy = (board: Board, name?: string, column?: string): Partial<ReturnType<typeof findPlaces>> =>
  name ? findPlaces(board, column ? `${name}/${column}` : name) : {}

/** What `ls` prints, as lines and as data. */
function listingOf(board: Board, options: ListOptions, isAll: boolean, named?: string, column?: string) {
  const { project, places } = namedBy(board, named, column)
  if (places && project) {
    const [place, another] = places
    return {
      lines:
        place && !another
          ? [heading(placeName(board, place)), ...drawColumn(board, place, '  ', options)]
          : drawProject(board, project, options),
      data: projectAsData(board, project, options, places),
    }
  }
  const inbox = { lines: drawInbox(board, options), data: { inbox: shownIn(board, inboxPlace, options) } }
  if (places) return inbox
  const { projects } = board
  return {
    lines: [
      ...inbox.lines,
      ...(isAll ? projects.flatMap((one) => ['', ...drawProject(board, one, options)]) : drawProjects(board)),
    ],
    data: {
      ...inbox.data,
      projects: isAll ? projects.map((one) => projectAsData(board, one, options)) : projects,
    },
  }
}

const projectAsData = (
  board: Board,
  project: Project,
  options: ListOptions,
  places = board.placesOf(project),
) => ({
  ...project,
  columns: board
    .statusesOf(project)
    .flatMap((status) =>
      places
        .filter(({ status_id }) => status_id === status.id)
        .map((place) => ({ ...status, cards: shownIn(board, place, options) })),
    ),
})

const shownIn = (board: Board, place: Place, { withDone }: ListOptions) =>
  board.cardsIn(place).filter(({ complete }) => withDone || !complete)

export const today: Command = {
  options: jsonOption,
  notes: `Open cards that are overdue or due today, then what is in progress: the second column of each project.
It is the day of this machine's time zone; set TZ for another one.`,
  run: connected(async ({ client }, { options: asked }) => {
    const board = await readBoard(client)
    const day = thisDay()
    const { due, doing } = todayOf(board, day)
    const section = (title: string, cards: readonly Card[]) =>
      cards.length === 0
        ? []
        : ['', heading(title), ...cards.map((card) => cardLine(board, card, day, { withPlace: true }))]
    answer(asked, { today: day, due: due.map(asData), doing }, () => {
      const [overdue = [], dueToday = []] = [true, false].map((isOverdue) =>
        due.filter((one) => one.isOverdue === isOverdue).map(({ card }) => card),
      )
      const sections = [
        ...section('Overdue', overdue),
        ...section('Today', dueToday),
        ...section('Doing', doing),
      ]
      return sections.slice(1).join('\n') || 'Nothing is due today, and nothing is in progress.'
    })
    return undefined
  }),
}

const asData = ({ card, due, isOverdue }: DueCard) => ({
  ...card,
  due: dueAsData(due),
  overdue: isOverdue,
})

export const find: Command = {
  words: ['WORDS…'],
  options: jsonOption,
  notes: `Finds the cards that contain every word, also within longer words, ignoring case and accents. The last changed come first.
The exit code is 1 if there are none.`,
  run: connected(async ({ client }, { words: given, options: asked }) => {
    const wanted = given.join(' ')
    if (wanted.trim() === '') throw new UsageError('WORDS is missing. See: inboard find --help')
    const board = await readBoard(client)
    const today = thisDay()
    const found = withWords(wanted, board.cards).sort((a, b) => (a.updated_at > b.updated_at ? -1 : 1))
    answer(asked, { cards: found }, () =>
      found.map((card) => cardLine(board, card, today, { indent: '', withPlace: true })).join('\n'),
    )
    if (found.length > 0) return undefined
    if (asked.json === undefined) remark(`No card contains "${printable(wanted)}".`)
    return 1
  }),
}

export const show: Command = {
  words: ['CARD…'],
  options: jsonOption,
  notes: waysToName,
  run: connected(async ({ client }, { words: given, options: asked }) => {
    const board = await readBoard(client)
    const cards = findCards(board, given)
    const [card] = cards
    answer(asked, cards.length === 1 ? { card } : { cards }, () =>
      cards.map((one) => wholeCard(board, one)).join('\n\n'),
    )
    return undefined
  }),
}

function wholeCard(board: Board, card: Card): string {
  const dates = datesOf(card, thisDay())
  return [
    printable(card.text),
    '',
    faint(
      facts([
        ['in', placeName(board, card)],
        ...(dates === undefined ? [] : [['due', dates] satisfies [string, string]]),
        ['done', card.complete ? 'yes' : 'no'],
        ['created', new Date(card.created_at).toLocaleString()],
        ['changed', new Date(card.updated_at).toLocaleString()],
        ['name', board.shortId(card.id)],
        ['id', card.id],
      ]),
    ),
  ].join('\n')
}
