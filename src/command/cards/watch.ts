import { ProblemError } from '../../client/client.ts'
import type { Card } from '../../contract/card.ts'
import type { Changes } from '../../contract/feed.ts'
import { inJson, say } from '../terminal.ts'
import { type Account, readAccount } from './account.ts'
import { connected } from './connection.ts'
import { faint } from './drawing.ts'
import { viewOf } from './ls.ts'
import { findProject, isInbox } from './names.ts'
import { printable, titleOf } from './printable.ts'
import { openScreen } from './screen.ts'

export const words = ['[PROJECT]'] as const
export const options = {
  all: { help: 'on a terminal: the inbox and every project, with their cards' },
  done: { help: 'on a terminal: completed cards too' },
  json: { help: 'a line of JSON for each change' },
}
export const notes = `On a terminal it shows what "inboard ls" does, and keeps it up to date. Otherwise it prints a line for each change, until it is ended.
When the connection breaks, it goes on by itself where it was.`

export const run = connected(async ({ client }, { words: [named], options: asked }) => {
  process.stdout.on('error', () => process.exit(0))
  let account = await readAccount(client)
  const view = () => viewOf(account, named, undefined, asked.all !== undefined)
  view()
  const screen =
    process.stdout.isTTY && asked.json === undefined
      ? openScreen(() => view().draw({ withDone: asked.done !== undefined }))
      : undefined
  const isWanted = filterFor(account, named)
  for (;;) {
    try {
      const stream = client.events(
        { since: account.seq },
        { onConnection: (isThere) => screen?.connected(isThere) },
      )
      for await (const changes of stream) {
        const events = eventsIn(changes, account).filter(isWanted)
        if (!screen)
          for (const event of events) say(asked.json === undefined ? lineFor(event, account) : inJson(event))
        account.apply(changes)
        screen?.draw()
      }
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === 'cursor_gone')) throw error
      account = await readAccount(client, account.seq)
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

/** What has happened, compared to what was there. */
function eventsIn({ projects, cards, deleted }: Changes, account: Account): Event[] {
  const at = new Date().toISOString()
  const events: Event[] = []
  for (const { id, title } of projects) {
    const before = account.projects.get(id)
    if (before?.title === title) continue
    events.push({ at, kind: 'project', what: [before ? 'renamed' : 'added'], id, text: title })
  }
  for (const after of cards) {
    const before = account.cards.get(after.id)
    const what = before ? differences(before, after) : ['added']
    if (what.length > 0)
      events.push({
        at,
        kind: 'card',
        what,
        id: after.id,
        text: after.text,
        ...(before && { before }),
        after,
      })
  }
  for (const { id } of deleted) {
    const before = account.cards.get(id)
    const project = account.projects.get(id)
    const text = before?.text ?? project?.title
    // It may have come and gone unseen.
    if (text !== undefined)
      events.push({
        at,
        kind: before ? 'card' : 'project',
        what: ['deleted'],
        id,
        text,
        ...(before && { before }),
      })
  }
  return events
}

function differences(before: Card, after: Card): string[] {
  return [
    ...(before.text === after.text ? [] : ['edited']),
    ...(before.status_id === after.status_id ? [] : ['moved']),
    ...(before.complete === after.complete ? [] : [after.complete ? 'completed' : 'reopened']),
  ]
}

function lineFor({ at, kind, what, id, text, before, after }: Event, account: Account): string {
  const time = new Date(at).toLocaleTimeString()
  const card = after ?? before
  const where = card
    ? `${account.nameOf({ id })}  ${titleOf(text)}  ${faint(`(${account.placeOf(card)})`)}`
    : printable(text)
  return `${time}  ${what.join(' and ')}${kind === 'project' ? ' project' : ''}: ${where}`
}

/** What concerns the project, or the inbox. */
function filterFor(account: Account, named: string | undefined): (event: Event) => boolean {
  if (!named) return () => true
  const projects = [...account.projects.values()]
  const id =
    isInbox(named) && !projects.some(({ title }) => isInbox(title)) ? null : findProject(named, projects).id
  return ({ kind, id: own, before, after }) =>
    kind === 'project' ? own === id : before?.project_id === id || after?.project_id === id
}
