import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
import { codeFor, exchange, registeredAgent } from '../../api/oauth/flow.ts'
import type { VirtualPasskey } from '../../support/authenticator/authenticator.ts'
import { Ceremonies, outcome } from '../../support/authenticator/ceremonies.ts'
import { startTestInboard } from '../../support/service/inboard.ts'
import { TestSmtp } from '../../support/service/smtp.ts'

/** Of the old server and the new. */
export const environment = {
  JWT_SECRET: 'one secret for the old server and the new',
  APP_URL: 'http://localhost:3000',
}

export interface Filled {
  file: string
  token: string
  passkey: VirtualPasskey
  lists: unknown
  cards: number
}

const oddTexts = [
  '🪴 👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  'e\u0301 is not \u00e9',
  '\u202eright to left',
  'tab\tline\nreturn\rbell\u0007delete\u007f\u0085',
  `'"\\;--\${}$1{"a":"\\u0000"}`,
  '\ufffe\uffff\u{10ffff}\ufeff!',
  'null',
  '𝒳'.repeat(2000),
]

/** More cards than are carried at once. */
const many = 1100

/** A database of somebody with a bit of everything, some of it under way. */
export async function fill(folder: string, count = many): Promise<Filled> {
  const smtp = await TestSmtp.start()
  const inboard = await startTestInboard({ ...environment, ...smtp.environment }, folder)
  const visitor = inboard.client()
  await visitor.requestLink({ email: 'ada@example.com' })
  const session = await visitor.openLink({ token: await smtp.linkTo('ada@example.com') })
  const ada = { client: inboard.client(session.token), ...session }
  const ceremonies = new Ceremonies(inboard)
  const passkey = ceremonies.newPasskey({ counter: 2 ** 32 - 100 })
  expect(outcome(await ceremonies.register(ada, passkey))).toBe('201')
  await ceremonies.startRegistration(ada)
  await ceremonies.startSignIn()

  const { project } = await ada.client.addProject({ title: 'Garten 🌻' })
  await ada.client.addProject({ title: 'Empty' })
  const { statuses } = await ada.client.listStatuses({ project_id: project.id })
  const ids: string[] = []
  for (const text of oddTexts) {
    const { card } = await ada.client.addProjectCard({ project_id: project.id, text, complete: true })
    ids.push(card.id)
    await ada.client.addInboxCard({ text, position: 2147483647 - ids.length })
  }
  const [, , done] = statuses
  await ada.client.setColumn({
    project_id: project.id,
    status_id: done?.id ?? '',
    card_ids: ids.slice(2, 5).reverse(),
  })
  const { project: former } = await ada.client.addProject({ title: 'Former' })
  await ada.client.addProjectCard({ project_id: former.id, text: 'Weed' }, { idempotencyKey: 'once' })
  await ada.client.removeProject({ project_id: former.id })
  await ada.client.makeApiToken({ label: 'Shell', scope: 'capture' })
  const agent = await registeredAgent(inboard)
  await exchange(inboard, agent, await codeFor(ada, agent))
  await codeFor(ada, agent)

  await smtp.stop()
  await ada.client.requestAddressChange({ email: 'countess@example.com' })
  await visitor.requestLink({ email: 'bob@example.com' })
  const file = join(folder, 'inboard.db')
  addCards(file, count)
  const lists = await listsOf(ada.client)
  await inboard.stop()
  return { file, token: ada.token, passkey, lists, cards: count + 2 * oddTexts.length }
}

function addCards(file: string, count: number) {
  const database = new DatabaseSync(file)
  database.exec(`
    with recursive numbers (n) as (values (1) union all select n + 1 from numbers where n < ${count})
    insert into cards (id, owner_id, text, complete, position, created_at, updated_at, changed)
    select printf('01900000-0000-7000-8000-%012d', n), (select id from users where email = 'ada@example.com'), 'Card ' || n, n % 2, n,
      '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 1 from numbers;
    insert into set_backs (owner_id, id, seq, from_seq) select owner_id, 'restored', 1, 1 from counters`)
  database.close()
}

/** Everything that a person can list. */
export async function listsOf(client: Client) {
  const { projects } = await client.listProjects()
  const { cards } = await client.listInboxCards()
  return {
    me: await client.readMe(),
    passkeys: await client.listPasskeys(),
    sessions: await client.listSessions(),
    tokens: await client.listApiTokens(),
    projects,
    inbox: cards,
    bin: await client.listBin(),
    changes: await client.changes({ since: 3 }),
    boards: await Promise.all(
      projects.map(async ({ id: project_id }) => [
        await client.listStatuses({ project_id }),
        await client.listProjectCards({ project_id }),
      ]),
    ),
  }
}
