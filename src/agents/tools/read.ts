import Type from 'typebox'
import { type Board, inboxPlace, type Place } from '../../board/board.ts'
import { byDue, type DueFilter, passes, spans, weekdayName } from '../../board/due.ts'
import { describe, describeWithPlace, findCard, findPlaces } from '../../board/lookup.ts'
import { linesOf, NameError, quoted, resembling } from '../../board/names.ts'
import { compare } from '../../board/workspace.ts'
import type { BinItem } from '../../contract/bin.ts'
import type { Card } from '../../contract/card.ts'
import type { Account } from '../account.ts'
import { attention, boardLines, countIn } from '../attention.ts'
import { cardAsData, count, describeWhole, shortIdOf } from '../show.ts'
import { type Answer, type Context, dayFor, members, some, ToolError, text, timeZone, tool } from '../tool.ts'

// The tools that change nothing.

/** Cards of each list. */
const maxListedCards = 20

export const overview = tool({
  name: 'overview',
  title: 'Overview',
  description:
    "Today's date and what needs attention, the inbox, and every project with its columns and their numbers of cards. Start with this.",
  scope: 'read',
  input: members({ time_zone: timeZone }),
  annotations: { readOnlyHint: true },
  async run({ account, linkTo }, { time_zone }) {
    const today = dayFor(time_zone)
    const [board, counts] = [await account.board(), await account.counts()]
    const { due, doing, lines: now } = await attention(account, board, counts, today, maxListedCards)
    const waiting = await account.cards({ column: inboxPlace, complete: false, limit: maxListedCards })
    const inbox = countIn(counts, inboxPlace)
    const rest = inbox.open - waiting.length
    const asData = (card: Card) => cardAsData(board, linkTo, card)
    return {
      text: [
        ...now,
        '',
        `Inbox: ${count(inbox.open, 'open card')}, ${inbox.complete} complete.`,
        ...waiting.map((card) => describe(board, card)),
        ...(rest > 0 ? [`and ${rest} more: read "inbox".`] : []),
        '',
        `Projects: ${board.projects.length}.`,
        ...boardLines(board, counts),
      ].join('\n'),
      data: {
        today: {
          date: today,
          weekday: weekdayName(today),
          due: due.map(({ card, isOverdue }) => ({ ...asData(card), overdue: isOverdue })),
          doing: doing.map(asData),
        },
        inbox: { open: inbox.open, cards: waiting.map(asData) },
        projects: board.projects.map((project) => ({
          id: project.id,
          title: project.title,
          columns: board
            .placesOf(project)
            .map((place) => ({ name: place.column, ...countIn(counts, place) })),
        })),
      },
    }
  },
})

/** By the server. */
const maxResults = 200

export const find = tool({
  name: 'find',
  title: 'Find cards',
  description:
    'Finds cards that contain all these words, also within longer words; last changed first. Or cards by label or date; give one of these at least.',
  scope: 'read',
  input: members({
    words: Type.Optional(text()),
    labels: Type.Optional(some(text(), 'all of them')),
    due: Type.Optional(Type.String({ enum: [...spans], description: 'week: the next seven days' })),
    time_zone: timeZone,
    in: Type.Optional(text('inbox, a project or Project/Column')),
    completed: Type.Optional(Type.Boolean({ description: 'only complete (true) or open (false) ones' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'default 30' })),
  }),
  annotations: { readOnlyHint: true },
  async run(
    { client, account, linkTo },
    { words = '', labels, due, time_zone, in: where, completed, limit = 30 },
  ) {
    const hasWords = words.trim() !== ''
    if (!hasWords && !labels && !due) throw new ToolError('Give "words", "labels" or "due".')
    const isWanted = passes({ labels, due: due as DueFilter | undefined }, dayFor(time_zone))
    const board = await account.board()
    const places = where === undefined ? undefined : findPlaces(board, where).places
    const cards = hasWords
      ? (await client.searchCards({ q: words, limit: maxResults })).cards
      : await account.cards({ complete: completed, containing: due ? 'due:' : '#' })
    const found = cards
      .filter(
        (card) =>
          isWanted(card) &&
          (completed === undefined || card.complete === completed) &&
          (!places || places.some(({ status_id }) => status_id === card.status_id)),
      )
      .sort((one, other) => (due ? byDue(one, other) : 0) || compare(other.updated_at, one.updated_at))
    const shown = found.slice(0, limit)
    const lines = shown.map((card) => describeWithPlace(board, card))
    const isMore = found.length > shown.length || (hasWords && cards.length === maxResults)
    const nothing = labels || due ? 'No card matches.' : 'No card contains all these words.'
    const more = isMore ? ['There may be more: add words, or raise the limit.'] : []
    return {
      text: lines.length > 0 ? [...lines, ...more].join('\n') : nothing,
      data: { cards: shown.map((card) => cardAsData(board, linkTo, card)), ...(isMore && { is_more: true }) },
    }
  },
})

export const read = tool({
  name: 'read',
  title: 'Read',
  description:
    'Reads cards with their whole text and revision, or lists the inbox, a project, a column or the bin. Name cards by id or the beginning of their text.',
  scope: 'read',
  input: members({
    items: some(text(), 'cards, projects, Project/Column, "inbox", "bin"'),
    completed: Type.Optional(
      Type.Boolean({ description: 'in lists: only complete (true) or open (false) ones' }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, description: 'cards of each column, default 50' }),
    ),
    skip: Type.Optional(Type.Integer({ minimum: 0, description: 'number of cards to skip in each column' })),
  }),
  annotations: { readOnlyHint: true },
  async run(context, { items, completed, limit = 50, skip = 0 }) {
    const { client, account, linkTo } = context
    const bin = items.some(isBin) ? (await client.listBin()).items : []
    const projects = await account.board()
    const named = items.filter((item) => !isBin(item) && !placesNamed(projects, item).places)
    const board = named.length > 0 ? await account.board(named) : projects
    const counts = await account.counts()
    const look = (item: string): Found | Promise<Found> => {
      if (isBin(item)) return ofBin(bin.slice(skip, skip + limit), bin.length)
      const { places, error } = placesNamed(board, item)
      if (places) return listed(context, { board, counts, places, completed, skip, limit })
      try {
        const card = findCard(board, item)
        return { text: describeWhole(board, card), cards: [cardAsData(board, linkTo, card, true)] }
      } catch (other) {
        // If nothing matches, a card was probably meant. If several places match, list them.
        const reason = error?.message.startsWith('Several') || item.includes('/') ? error : other
        if (!(reason instanceof NameError)) throw reason
        return { text: reason.message, isMissing: true }
      }
    }
    const parts: Found[] = []
    for (const item of new Set(items)) parts.push(await look(item))
    const cards = parts.flatMap((part) => part.cards ?? [])
    return {
      text: parts.map((part) => part.text).join('\n\n'),
      link: cards.length === 1 ? cards[0]?.url : undefined,
      data: { cards, ...(bin.length > 0 && { bin: parts.flatMap((part) => part.bin ?? []) }) },
      // An error only if nothing was found.
      ...(parts.every(({ isMissing }) => isMissing) && { isError: true }),
    }
  },
})

interface Found {
  text: string
  cards?: ReturnType<typeof cardAsData>[]
  bin?: object[]
  isMissing?: boolean
}

const isBin = (item: string) => item.trim().toLowerCase() === 'bin'

/** A project or column takes precedence over a card whose text begins with the same words. */
function placesNamed(board: Board, item: string): { places?: Place[]; error?: NameError } {
  try {
    return findPlaces(board, item)
  } catch (error) {
    if (!(error instanceof NameError)) throw error
    return { error }
  }
}

interface Listing {
  board: Board
  counts: Awaited<ReturnType<Account['counts']>>
  places: readonly Place[]
  completed: boolean | undefined
  skip: number
  limit: number
}

async function listed(
  { account, linkTo }: Context,
  { board, counts, places, completed, skip, limit }: Listing,
): Promise<Found> {
  const lines: string[] = []
  const cards: ReturnType<typeof cardAsData>[] = []
  for (const place of places) {
    const { open, complete } = countIn(counts, place)
    const all = completed === undefined ? open + complete : completed ? complete : open
    const shown = await account.cards({ column: place, complete: completed, skip, limit })
    const rest = all - skip - shown.length
    lines.push(
      `${place.name}: ${count(all, 'card')}`,
      ...shown.map((card) => describe(board, card)),
      ...(rest > 0 ? [`and ${rest} more: "skip": ${skip + limit}`] : []),
    )
    cards.push(...shown.map((card) => cardAsData(board, linkTo, card)))
  }
  return { text: lines.join('\n'), cards }
}

function ofBin(shown: readonly BinItem[], all: number): Found {
  const lines = shown.map(({ id, kind, text = '', title = '', card_count, deleted_at, expires_at }) => {
    const what =
      kind === 'card' ? quoted(text) : `project ${quoted(title)} with ${count(card_count ?? 0, 'card')}`
    return `${shortIdOf(id)} ${what}, deleted ${deleted_at.slice(0, 10)}, kept until ${expires_at.slice(0, 10)}`
  })
  return {
    text: [`Bin: ${count(all, 'item')}. Use add with "restore" to bring items back.`, ...lines].join('\n'),
    bin: shown.map(({ id, kind, text, title }) => ({ id, kind, text, title })),
  }
}

// Research in ChatGPT calls two tools with these names, arguments and answers, and no others.

export const search = tool({
  name: 'search',
  title: 'Search',
  description: 'Finds cards as JSON.',
  scope: 'read',
  input: members({ query: text() }),
  annotations: { readOnlyHint: true },
  async run({ client, account, linkTo }, { query }) {
    const words = query.replaceAll(/["“”?!.,;()]/g, ' ')
    if (words.trim() === '') throw new ToolError('Give "query" some words.')
    const { cards } = await client.searchCards({ q: words, limit: maxListedCards })
    // A question has words that its answer lacks.
    const found = cards.length > 0 ? cards : resembling((await account.board([words])).cards, words)
    return asJson({
      results: found.map((card) => ({
        id: card.id,
        title: titleOf(card),
        url: linkTo(card.id),
        complete: card.complete,
      })),
    })
  },
})

export const fetch = tool({
  name: 'fetch',
  title: 'Fetch',
  description: 'A card as JSON.',
  scope: 'read',
  input: members({ id: text() }),
  annotations: { readOnlyHint: true },
  async run({ account, linkTo }, { id: reference }) {
    const board = await account.board([reference])
    const card = findCard(board, reference)
    const { id, url, text, ...metadata } = cardAsData(board, linkTo, card, true)
    return asJson({ id, title: titleOf(card), text, url, metadata })
  },
})

const titleOf = ({ text }: Card) => (linesOf(text.trim())[0] ?? '').slice(0, 200)

/** Such clients read the text, and expect JSON in it. */
const asJson = (data: Record<string, unknown>): Answer => ({ text: JSON.stringify(data), data })
