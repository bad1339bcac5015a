import type { Board } from '../../board/board.ts'
import { findPlaces } from '../../board/lookup.ts'
import { ProblemError } from '../../client/client.ts'
import { Replica } from '../../client/replica.ts'
import type { Card } from '../../contract/card.ts'
import type { Changes } from '../../contract/feed.ts'
import { connected } from '../outbox.ts'
import { faint, placeName } from '../output/drawing.ts'
import { inJson, printable, say, titleOf } from '../output/terminal.ts'

export const words = ['[PROJECT]'] as const
export const options = { json: { help: 'print a line of JSON for each change' } }
export const notes = `Prints a line for each change. If the connection breaks, it reconnects and misses nothing.`

export const run = connected(async ({ client }, { words: [named], options: asked }) => {
  process.stdout.on('error', () => process.exit(0))
  const replica = new Replica(client)
  const isWanted = filterFor(await replica.catchUp(), named)
  for (;;) {
    try {
      for await (const changes of client.events({ since: replica.seq })) {
        const { board } = replica
        for (const event of eventsIn(changes, board).filter(isWanted))
          say(asked.json === undefined ? lineFor(event, board) : inJson(event))
        replica.takeIn(changes)
      }
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === 'cursor_gone')) throw error
      await replica.catchUp()
    }
  }
})

interface Event {
  at: string
  kind: 'card' | 'project'
  what: string[]
  id: string
  text: string
  before?: Card
  after?: Card
}

/** Compares changes with the board before them. */
function eventsIn({ projects, cards, deleted }: Changes, board: Board): Event[] {
  const at = new Date().toISOString()
  const events = [
    ...projects.map(({ id, title }): Event => {
      const before = board.findProject(id)
      const what = !before ? ['added'] : before.title === title ? [] : ['renamed']
      return { at, kind: 'project', what, id, text: title }
    }),
    ...cards.map((after): Event => {
      const before = board.find(after.id)
      const what = before ? differences(before, after) : ['added']
      return { at, kind: 'card', what, id: after.id, text: after.text, ...(before && { before }), after }
    }),
    ...deleted.map(({ id }): Event => {
      const before = board.find(id)
      const text = before?.text ?? board.findProject(id)?.title
      // Unknown if it was added and deleted in between.
      const what = text === undefined ? [] : ['deleted']
      return { at, kind: before ? 'card' : 'project', what, id, text: text ?? '', ...(before && { before }) }
    }),
  ]
  return events.filter(({ what }) => what.length > 0)
}

function differences(before: Card, after: Card): string[] {
  return [
    ...(before.text === after.text ? [] : ['edited']),
    ...(before.status_id === after.status_id ? [] : ['moved']),
    ...(before.complete === after.complete ? [] : [after.complete ? 'completed' : 'reopened']),
  ]
}

function lineFor({ at, kind, what, id, text, before, after }: Event, board: Board): string {
  const time = new Date(at).toLocaleTimeString()
  const card = after ?? before
  const where = card
    ? `${board.shortId(id)}  ${titleOf(text)}  ${faint(`(${placeName(board, card)})`)}`
    : printable(text)
  return `${time}  ${what.join(' and ')}${kind === 'project' ? ' project' : ''}: ${where}`
}

/** Selects the events of a project or the inbox. */
function filterFor(board: Board, named: string | undefined): (event: Event) => boolean {
  if (!named) return () => true
  const id = findPlaces(board, named).project?.id ?? null
  return ({ kind, id: own, before, after }) =>
    kind === 'project' ? own === id : before?.project_id === id || after?.project_id === id
}
