import { leavesFenceOpen } from '../../../board/text/marks.ts'
import { seconds } from '../../common/clock.ts'
import { createdAt, dueAt, type Marking, markingOf, readInstant, withMarks } from '../marking.ts'
import { LeftOut, oneLine, type Plan, type PlannedCard, textOf } from '../plan.ts'
import type { JsonValue } from './json.ts'

// The JSON of Trello's "Print, export, and share". Lists, cards and checklists are flat, refer to each other
// by id, and are ordered by `pos`.

export const isTrello = (document: JsonValue) =>
  document.get('lists').isThere && document.get('cards').isThere && !document.get('format').isThere

/** A board becomes a project. Archived cards are left out, and archived lists with all their cards. */
export function planTrello(board: JsonValue, title: string): Plan {
  const lists = sorted(board.get('lists'))
  const checklists = Map.groupBy(listOf(board.get('checklists')), (one) => one.said('idCard'))
  const comments = Map.groupBy(commentsIn(board), (action) =>
    action
      .get('data')
      .get('card')
      .or('', (card) => card.said('id')),
  )
  const open = new Map<string, { name: string; cards: PlannedCard[] }>()
  for (const list of lists) {
    const id = list.get('id').text()
    if (!isClosed(list) && !open.has(id)) open.set(id, { name: list.said('name'), cards: [] })
  }
  const known = new Set(lists.map((list) => list.get('id').text()))

  const leftOut = new LeftOut()
  leftOut.add('archived_lists', lists.filter(isClosed).length)
  for (const card of sorted(board.get('cards'))) {
    const list = card.get('idList')
    if (!known.has(list.text())) list.refuse('must be the id of one of the lists')
    const id = card.said('id')
    const { marks, notes } = markingOfCard(card)
    const its = {
      checklists: [...takeOut(checklists, id), ...listOf(card.get('checklists'))],
      comments: takeOut(comments, id),
    }
    const text = withMarks(textOfCard(card, notes, its), marks)
    const [isArchived, isTemplate] = [isClosed(card), card.get('isTemplate').or(false, asFlag)]
    const openList = open.get(list.text())
    if (!openList || isArchived) leftOut.add('archived_cards')
    else if (isTemplate) leftOut.add('templates')
    else if (!text) leftOut.add('empty_cards')
    else {
      openList.cards.push({ text, complete: isDone(card), ...made(id), at: card.get('name').path })
      countParts(card, its, leftOut)
    }
  }
  return {
    projects: [
      {
        title: oneLine(board.said('name')) || title,
        at: 'name',
        ...made(board.said('id')),
        lists: [...open.values()],
      },
    ],
    inbox: [],
    leftOut,
    // Most people mark cards as done only by moving them to a list of that name.
    completesLast: true,
  }
}

/** Takes each entry only once: in a file that was tampered with, all cards may have the same id, or none. */
function takeOut(of: Map<string, JsonValue[]>, id: string): readonly JsonValue[] {
  const found = (id && of.get(id)) || []
  of.delete(id)
  return found
}

const asFlag = (value: JsonValue) => value.flag()
const listOf = (value: JsonValue) => value.or([], (one) => one.list())
const isClosed = (thing: JsonValue) => thing.get('closed').or(false, asFlag)
const isDone = (card: JsonValue) => card.get('dueComplete').or(false, asFlag)
const sorted = (things: JsonValue) =>
  things
    .list()
    .map((thing) => ({ thing, place: thing.get('pos').or(0, (value) => value.number()) }))
    .sort((one, other) => one.place - other.place)
    .map(({ thing }) => thing)

/** An id begins with the seconds since 1970. */
const made = (id: string) =>
  createdAt(/^[\da-f]{24}$/.test(id) ? Number.parseInt(id.slice(0, 8), 16) * seconds : null)

function markingOfCard(card: JsonValue): Marking {
  const said = card.said('due')
  const due = dueAt(readInstant(said))
  const labels = listOf(card.get('labels')).map((label) => label.said('name') || label.said('color'))
  return markingOf({ due, every: null, labels, others: { Due: due ? '' : said } })
}

/** The parts of a board that are stored apart from its cards. */
interface Its {
  checklists: readonly JsonValue[]
  comments: readonly JsonValue[]
}

/** Everything without a member or a mark of its own goes to the notes: checklists, links, comments. */
function textOfCard(card: JsonValue, details: string, { checklists, comments }: Its): string {
  const links = listOf(card.get('attachments')).flatMap((one) => one.said('url') || [])
  const steps = checklists.flatMap((one) => notesOfChecklist(one) || [])
  const title = oneLine(card.said('name'))
  const description = card.said('desc')
  // Steps that are fenced could not be ticked.
  const isOpen = steps.length > 0 && leavesFenceOpen(textOf(title, [description]))
  return textOf(title, [
    isOpen ? `${description}\n\`\`\`` : description,
    ...steps,
    details,
    links.join('\n'),
    ...comments.map((action) => action.get('data').said('text')),
  ])
}

/** Parts of a card that are not imported. Of older comments the export has only the number. */
function countParts(card: JsonValue, { checklists, comments }: Its, leftOut: LeftOut): void {
  const steps = checklists.flatMap((one) => listOf(one.get('checkItems')))
  const filled = (thing: JsonValue) => Number(thing.isThere && !thing.is(null) && !thing.is(''))
  const numberOf = (name: string) => steps.reduce((sum, step) => sum + filled(step.get(name)), 0)
  const files = listOf(card.get('attachments')).filter((one) => one.get('isUpload').is(true))
  leftOut.add('assignments', card.get('idMembers').amount + numberOf('idMember'))
  leftOut.add('uploaded_files', files.length)
  leftOut.add('comments', Math.max(card.get('badges').peek('comments').amount - comments.length, 0))
  leftOut.add('custom_fields', card.get('customFieldItems').amount)
  leftOut.add('start_dates', filled(card.get('start')))
  leftOut.add('step_dates', numberOf('due'))
  leftOut.add('votes', card.get('idMembersVoted').amount)
}

function notesOfChecklist(checklist: JsonValue): string {
  const items = checklist
    .get('checkItems')
    .or([], sorted)
    .map((item) => {
      const isComplete = item.said('state') === 'complete'
      return `- [${isComplete ? 'x' : ' '}] ${oneLine(item.said('name'))}`
    })
  const name = checklist.said('name')
  return items.length === 0 ? '' : [...(name ? [`${name}:`] : []), ...items].join('\n')
}

/** Oldest first. The export contains the board's last thousand actions. */
const commentsIn = (board: JsonValue) =>
  listOf(board.get('actions'))
    .filter((action) => action.get('type').is('commentCard') && action.get('data').isThere)
    .toReversed()
