import type { Board } from '../../board/board.ts'
import { findPlaces } from '../../board/lookup.ts'
import { ProblemError } from '../../client/client.ts'
import { Replica } from '../../client/replica.ts'
import type { Card } from '../../contract/card.ts'
import type { Changes } from '../../contract/feed.ts'
import { connected } from '../outbox.ts'
import { faint, placeName } from '../output/drawing.ts'
import { inJson, printable, say, thisDay, titleOf } from '../output/terminal.ts'
import { viewOf } from './read.ts'

export const words = ['[PROJECT]'] as const
export const options = {
  all: { help: 'on a terminal: the inbox and every project, with their cards' },
  done: { help: 'on a terminal: also completed cards' },
  json: { help: 'print a line of JSON for each change' },
}
export const notes = `On a terminal, shows what "inboard ls" does and keeps it up to date. Otherwise, prints a line for each change.
If the connection breaks, it reconnects and misses nothing.`

export const run = connected(async ({ client }, { words: [named], options: asked }) => {
  process.stdout.on('error', () => process.exit(0))
  const replica = new Replica(client)
  await replica.catchUp()
  const view = () =>
    viewOf(
      replica.board,
      { withDone: asked.done !== undefined, today: thisDay() },
      asked.all !== undefined,
      named,
    )
  view()
  const screen =
    process.stdout.isTTY && asked.json === undefined ? openScreen(() => view().draw()) : undefined
  const isWanted = filterFor(replica.board, named)
  for (;;) {
    try {
      const stream = client.events(
        { since: replica.seq },
        { onConnection: (isThere) => screen?.connected(isThere) },
      )
      for await (const changes of stream) {
        const { board } = replica
        const events = eventsIn(changes, board).filter(isWanted)
        if (!screen)
          for (const event of events) say(asked.json === undefined ? lineFor(event, board) : inJson(event))
        replica.takeIn(changes)
        screen?.draw()
      }
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === 'cursor_gone')) throw error
      await replica.catchUp()
      screen?.draw()
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

/** Takes over the terminal, redraws it with each change, and restores it at the end. */
function openScreen(lines: () => string[]) {
  const { stdout } = process
  let isConnected = true
  // Uses the alternate screen, so that the terminal is restored afterwards.
  stdout.write('\x1b[?1049h\x1b[?25l')
  process.on('exit', () => stdout.write('\x1b[?25h\x1b[?1049l'))
  const draw = () => {
    const height = stdout.rows - 2
    const all = lines()
    const shown =
      all.length > height
        ? [...all.slice(0, height - 1), faint(`  … and ${all.length - height + 1} more lines`)]
        : all
    const state = isConnected ? 'live' : 'disconnected, reconnecting'
    const foot = faint(`${new Date().toLocaleTimeString()}  ${state}  (Ctrl-C quits)`)
    // Overwrites instead of clearing, which would flicker.
    stdout.write(`\x1b[H${[...shown, '', foot].join('\x1b[K\n')}\x1b[K\x1b[J`)
  }
  stdout.on('resize', draw)
  draw()
  return {
    draw,
    connected(isThere: boolean) {
      if (isThere === isConnected) return
      isConnected = isThere
      draw()
    },
  }
}
