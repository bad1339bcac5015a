import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../../src/client/client.ts'
import type { ServerProcess } from '../../support/processes/process.ts'
import type { LocalNode } from './node.ts'

/** Each action of a person, a few times: the server may do other work meanwhile. */
const times = 3

/** By operation, on how many nodes it did something. */
interface TouchedNodes {
  /** There must be one: the owner's. */
  onBoards: Record<string, number>
  /** One at most: accounts are on the coordinator, which is not counted here. */
  onAccounts: Record<string, number>
}

export async function countTouchedNodes(
  server: ServerProcess,
  coordinator: LocalNode,
): Promise<TouchedNodes> {
  const token = await server.signIn('shards@example.com')
  const count = async (operation: () => Promise<unknown>, nodesIn: (log: string) => Set<string>) => {
    const counts: number[] = []
    for (let time = 0; time < times; time++) {
      const before = coordinator.readLog().length
      await operation()
      // The log is written by others, a moment later.
      await pause(50)
      counts.push(nodesIn(coordinator.readLog().slice(before)).size)
    }
    return Math.min(...counts)
  }
  const touched: TouchedNodes = { onBoards: {}, onAccounts: {} }
  for (const [name, operation] of Object.entries(await operationsOnBoards(server.client(token))))
    touched.onBoards[name] = await count(operation, nodesAndCoordinatorIn)
  for (const [name, operation] of Object.entries(await operationsOnAccounts(server, token)))
    touched.onAccounts[name] = await count(operation, nodesIn)
  return touched
}

/** Those that a command was sent to. */
const nodesIn = (log: string) =>
  new Set([...log.matchAll(/DETAIL: {2}on server \S+?@(\S+) connectionId/g)].map(([, node]) => String(node)))

/** And the coordinator itself if it has done something but look who is asking. */
function nodesAndCoordinatorIn(log: string): Set<string> {
  const local = log.match(/executing the command locally: .*/g) ?? []
  const isLookup = (command: string) =>
    /FROM public\.(?:sessions|api_tokens|users)_|FROM \(public\.users_/.test(command)
  return nodesIn(log).union(new Set(local.every(isLookup) ? [] : ['coordinator']))
}

/** Each may take the lock of the owner, which is on their node. */
async function operationsOnAccounts(server: ServerProcess, token: string) {
  const client = server.client(token)
  let newcomers = 0
  const sessions: string[] = []
  for (let n = 0; n < times; n++) sessions.push(await server.signIn(`shards+${n}@example.com`))
  return {
    'look who is asking': () => client.readMe(),
    'ask for a link': () => client.requestLink({ email: `newcomer-${++newcomers}@example.com` }),
    'list sessions': () => client.listSessions(),
    'make an API token': () => client.makeApiToken({ label: 'Shards', scope: 'read' }),
    'sign out': () => server.client(sessions.shift()).endSession({ id: 'current' }),
  }
}

async function operationsOnBoards(client: Client): Promise<Record<string, () => Promise<unknown>>> {
  const { project } = await client.addProject({ title: 'Shards' })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  const { card } = await client.addInboxCard({ text: 'A card' })
  const { card: other } = await client.addProjectCard({ project_id: project.id, text: 'Another' })
  let number = 0
  const [first] = statuses
  const project_id = project.id
  const newCard = async () => (await client.addInboxCard({ text: 'To go' })).card.id
  const spare = await Promise.all(Array.from({ length: 3 * times }, newCard))
  const next = () => spare.shift() ?? ''
  const removed: string[] = []
  return {
    'read a card': () => client.readCard({ id: card.id }),
    'list the inbox': () => client.listInboxCards(),
    'list the cards of a project': () => client.listProjectCards({ project_id }),
    'list projects': () => client.listProjects(),
    'read a project': () => client.readProject({ project_id }),
    'list columns': () => client.listStatuses({ project_id }),
    'add a card': () => client.addInboxCard({ text: 'New' }),
    'add a card to a project': () => client.addProjectCard({ project_id, text: 'New' }),
    'edit a card': () => client.editCard({ id: card.id, text: `Edited ${++number}` }),
    'complete a card': () => client.editCard({ id: card.id, complete: ++number % 2 === 0 }),
    'move a card': () =>
      client.setColumn({ project_id, status_id: first?.id ?? '', card_ids: [next(), other.id] }),
    'delete a card': async () => {
      const id = next()
      removed.push(id)
      await client.removeCard({ id })
    },
    'restore a card': () => client.restore({ id: removed.shift() ?? '' }),
    'list the bin': () => client.listBin(),
    'add a project': () => client.addProject({ title: 'New' }),
    'rename a project': () => client.renameProject({ project_id, title: `Shards ${++number}` }),
    search: () => client.searchCards({ q: 'card' }),
    'read everything': () => client.changes(),
    'read changes': () => client.changes({ since: 3 }),
    'a batch': () =>
      client.batch({
        operations: [{ method: 'POST', path: '/api/inbox/cards', body: { text: 'Of a batch' } }],
      }),
    export: () => client.exportAccount(),
  }
}
