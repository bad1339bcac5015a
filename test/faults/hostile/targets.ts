import type { Outsider } from '../../support/databases/engine.ts'
import type { ServerProcess } from '../../support/processes/process.ts'
import type { Targets } from './attacks.ts'

const cards = 10_000
/** In bytes, so that there are 8 MB of them. */
const length = 800

/** Fills accounts to their limits, without the server: its own writes would take longer. */
export async function fillTargets(server: ServerProcess, beside: Outsider): Promise<Targets> {
  const names = ['inbox', 'batched', 'ordered', 'project', 'bin', 'importer'] as const
  const [inbox, batched, ordered, project, bin, importer] = (await Promise.all(
    names.map((name) => newAccount(server, `${name}@example.com`)),
  )) as [Account, Account, Account, Account, Account, Account]
  // Not quite full, so that something can be added.
  const inInbox = cards - 10
  for (const { owner } of [inbox, batched, ordered])
    await beside.run(`begin; ${cardsOf(owner, inInbox, 'null', 'null')}; ${counted(owner, inInbox)}; commit`)
  await beside.run(`begin;
    ${cardsOf(project.owner, cards, `'${project.id}'`, `'${project.status}'`)}; ${counted(project.owner, cards)};
    ${numbers(cards)} insert into bin (owner_id, item_id, id, kind, text, created_at, seq, deleted_at)
    select '${bin.owner}', ${id}, ${id}, 'card', ${text}, '${now()}', i + 10, '${now()}' from n;
    ${counted(bin.owner, cards)}; commit`)
  const listed = await server.client(inbox.token).listInboxCards()
  const ids = listed.cards.map((card) => card.id)
  return {
    inbox: { ...inbox, cards: ids },
    batched: { ...batched, cards: ids },
    ordered: { ...ordered, cards: ids },
    project,
    bin,
    importer,
  }
}

type Account = Awaited<ReturnType<typeof newAccount>>

async function newAccount(server: ServerProcess, email: string) {
  const token = await server.signIn(email)
  const client = server.client(token)
  const { user } = await client.readMe()
  // This makes the counter, too.
  const { project } = await client.addProject({ title: 'P' })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  return { token, owner: user.id, id: project.id, status: statuses[0]?.id ?? '' }
}

const now = () => new Date().toISOString()
const numbers = (count: number) =>
  `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})`
const id = `'01a1dd4b-0000-7000-8000-' || substr('00000000000' || i, length('' || i), 12)`
/** Not ASCII, which takes search longest, and different in every card. */
const text = `'é' || substr('${'0123456789 weed '.repeat(60)}', 1 + i % 100, ${length - 2})`

const cardsOf = (owner: string, count: number, project: string, status: string) => `
  ${numbers(count)} insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at,
    revision, changed, counted)
  select ${id}, '${owner}', ${project}, ${status}, ${text}, 0, i - 1, '${now()}', '${now()}', i + 1, i + 1, i + 1 from n`

const counted = (owner: string, count: number) =>
  `update counters set seq = ${cards + 10}, cards = ${count}, bytes = bytes + ${count * length} where owner_id = '${owner}'`
