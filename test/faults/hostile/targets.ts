import type { Outsider } from '../../support/databases/engine.ts'
import type { ServerProcess } from '../../support/processes/process.ts'
import { ofSize, type Trial } from '../scenario.ts'
import { type Account, cardId, inFull, inModest, projectId, projects, type Targets } from './attack.ts'

/** In bytes, so that there are 8 MB of them in a full account, and hardly 1 MB in a modest one. */
const length = { full: 800, modest: 990 }
/**
 * 2,000 characters of four bytes each, so many that no other one fits; and what is in the bin beside them, of
 * one byte each.
 */
const stuffed = { cards: 999, length: 8000, deleted: 6900 }
const marks = { cards: 245, length: 4000 }

const crowd = { quick: 2, whole: 20 }

/** Fills accounts to their limits, without the server: its own writes would take longer. */
export async function fillTargets(server: ServerProcess, beside: Outsider, trial: Trial): Promise<Targets> {
  const create = (name: string) => newAccount(server, `${name}@example.com`)
  const several = (name: string) =>
    Promise.all(Array.from({ length: ofSize(trial, crowd) }, (_, index) => create(`${name}${index}`)))
  const targets: Targets = {
    inbox: await create('inbox'),
    batched: await create('batched'),
    ordered: await create('ordered'),
    project: await create('project'),
    bin: await create('bin'),
    columns: await create('columns'),
    fewer: await create('fewer'),
    marks: await create('marks'),
    stuffed: await create('stuffed'),
    importer: await create('importer'),
    agent: await create('agent'),
    dated: await create('dated'),
    capture: { token: '' },
    crowd: await several('crowd'),
    modest: await several('modest'),
  }
  const { token } = await server
    .client(targets.inbox.token)
    .makeApiToken({ label: 'Phone', scope: 'capture' })
  targets.capture.token = token
  const calendar = { label: 'Calendar', scope: 'calendar' } as const
  targets.dated.token = (await server.client(targets.dated.token).makeApiToken(calendar)).token
  const fill = (...statements: string[]) => beside.run(`begin; ${statements.join(';\n')}; commit`)

  const full = { count: inFull, text: sentences(length.full), length: length.full }
  const modest = { count: inModest, text: sentences(length.modest), length: length.modest }
  const { inbox, batched, ordered, project, bin, columns, fewer } = targets
  for (const account of [inbox, batched, ordered, ...targets.crowd]) await fill(...cards(account, full))
  for (const account of targets.modest) await fill(...cards(account, modest))
  await fill(...cards(project, { ...full, place: inColumn(project) }))
  await fill(...deleted(bin, full))
  for (const account of [columns, fewer]) await addProjects(server, account)
  await fill(...cards(columns, { ...full, place: inProjects(columns) }))
  await fill(...cards(fewer, { ...modest, place: inProjects(fewer) }))
  const withDate = `'é due:2026-11-20T15:30\n${';'.repeat(length.full - 24)}'`
  await fill(...cards(targets.dated, { ...full, text: withDate }))
  const ofMarks = `'${'\u0301\u0323'.repeat(marks.length / 4)}'`
  await fill(...cards(targets.marks, { count: marks.cards, text: ofMarks, length: marks.length }))
  const long = { count: stuffed.cards, text: `'${'🪴'.repeat(stuffed.length / 4)}'`, length: stuffed.length }
  const short = { count: stuffed.deleted, text: `'x'`, length: 1, first: stuffed.cards }
  await fill(...cards(targets.stuffed, long), ...deleted(targets.stuffed, short))
  return targets
}

async function newAccount(server: ServerProcess, email: string): Promise<Account> {
  const token = await server.signIn(email)
  const client = server.client(token)
  const { user } = await client.readMe()
  // This makes the counter, too.
  const { project } = await client.addProject({ title: 'P' })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  return { token, owner: user.id, project: project.id, status: statuses[0]?.id ?? '' }
}

const addProjects = (server: ServerProcess, { token }: Account) =>
  server.client(token).batch({
    operations: Array.from({ length: projects }, (_, index) => ({
      method: 'POST' as const,
      path: '/api/projects',
      body: { title: `Project ${index}` },
      idempotency_key: projectId(index),
    })),
  })

interface Filling {
  count: number
  /** In SQL. */
  text: string
  length: number
  place?: Place
  /** How many there are of other kinds. */
  first?: number
}

/** In SQL: where a card is. */
interface Place {
  project: string
  status: string
  position: string
  from: string
}

const inInbox: Place = { project: 'null', status: 'null', position: 'i - 1', from: 'n' }
const inColumn = ({ project, status }: Account): Place => ({
  ...inInbox,
  project: `'${project}'`,
  status: `'${status}'`,
})
/** In the first column of each project in turn. */
const inProjects = ({ owner }: Account): Place => ({
  project: 'c.project_id',
  status: 'c.id',
  position: `i / ${projects}`,
  from: `n join (
    select project_id, id, row_number() over (order by project_id) as number from statuses
    where owner_id = '${owner}' and position = 0 and project_id like '${projectId(0).slice(0, 24)}%'
  ) c on c.number = 1 + i % ${projects}`,
})

const now = () => new Date().toISOString()
const numbers = (count: number) =>
  `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})`
const id = (first = 0) =>
  `'${cardId(0).slice(0, 24)}' || substr('00000000000' || (i + ${first}), length('' || (i + ${first})), 12)`
/** Not ASCII, which takes search longest, and different in every card. */
const sentences = (length: number) =>
  `'é' || substr('${'0123456789 weed '.repeat(80)}', 1 + i % 100, ${length - 2})`

const cards = ({ owner }: Account, { count, text, length, place = inInbox }: Filling): string[] => [
  `${numbers(count)} insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at,
    revision, changed, counted)
  select ${id()}, '${owner}', ${place.project}, ${place.status}, ${text}, 0, ${place.position}, '${now()}', '${now()}',
    i + 200, i + 200, i + 200 from ${place.from}`,
  counted(owner, count, length),
]

const deleted = ({ owner }: Account, { count, text, length, first }: Filling): string[] => [
  `${numbers(count)} insert into bin (owner_id, item_id, id, kind, text, created_at, seq, deleted_at)
  select '${owner}', ${id(first)}, ${id(first)}, 'card', ${text}, '${now()}', i + 200, '${now()}' from n`,
  counted(owner, count, length),
]

const counted = (owner: string, count: number, length: number) =>
  `update counters set seq = ${inFull + 300}, cards = cards + ${count}, bytes = bytes + ${count * length} where owner_id = '${owner}'`
