import { expect } from 'vitest'
import { Ceremonies } from '../../support/authenticator/ceremonies.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import type { Troubled } from './asking.ts'

/** What is refused because of what there is, or was. */
export async function refuseById({ ask }: Troubled, token: string): Promise<void> {
  const { body: first } = await ask('addProject', '', { token })
  const { body: second } = await ask('addProject', '', { token })
  const { body: placed } = await ask('addProjectCard', first.project.id, { token })
  await ask('addProject', '', { token })
  await ask('importFile', '', { token })

  const stale = { token, headers: { 'if-match': '"0"' } }
  for (const name of ['renameProject', 'removeProject'] as const) await ask(name, first.project.id, stale)
  for (const name of ['editCard', 'removeCard'] as const) await ask(name, placed.card.id, stale)

  const taken = { token, headers: { 'idempotency-key': placed.card.id } }
  await ask('addInboxCard', '', taken)
  await ask('addProjectCard', first.project.id, taken)
  await ask('addProject', '', taken)

  // A repetition, after what was created has gone.
  await ask('removeProject', second.project.id, { token })
  const cardKey = { token, headers: { 'idempotency-key': crypto.randomUUID() } }
  const projectKey = { token, headers: { 'idempotency-key': crypto.randomUUID() } }
  const { body: card } = await ask('addInboxCard', '', cardKey)
  const { body: project } = await ask('addProject', '', projectKey)
  await ask('restore', second.project.id, { token })
  await ask('removeCard', card.card.id, { token })
  await ask('removeProject', project.project.id, { token })
  for (const answer of [await ask('addInboxCard', '', cardKey), await ask('addProject', '', projectKey)]) {
    expect(answer.status).toBe(404)
    expect(answer.headers.get('idempotency-replayed')).toBe('true')
  }
}

/** Words that are all at the end of texts whose every sign stands for eighteen letters, and lists within each other. */
export async function refuseTooComplex({ inboard, ask }: Troubled): Promise<void> {
  const { client, token } = await inboard.signIn('complex@example.com')
  const words = Array.from({ length: 450 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(' ')
  for (let added = 0; added < 25; added++) await client.addInboxCard({ text: `${'ﷺ'.repeat(1000)} ${words}` })
  await ask('searchCards', '', { token, query: `?q=${encodeURIComponent(words)}` })
  const deep = Array.from({ length: 100 }).reduce<unknown>((inner) => [inner], 'x'.repeat(70_000))
  await ask('importFile', '', { token, body: { format: deep } })
}

/** What is refused to those who have as much as they may have. */
export async function refuseTooMuch(
  { inboard, database, ask }: Troubled,
  { token, user }: SignedIn,
): Promise<void> {
  const ceremonies = new Ceremonies(inboard)
  const { body: listed } = await ask('listProjects', '', { token })
  const [project] = listed.projects
  const { body: added } = await ask('addProjectCard', project.id, { token, body: { text: 'x' } })
  await ask('removeProject', listed.projects[1]?.id ?? '', { token })
  await ask('emptyBin', '', { token })
  const full = (what: string, count: number) =>
    database.exec(
      `update counters set cards = 0, bytes = 0, ${what} = ${count} where owner_id = '${user.id}'`,
    )
  full('cards', 10_000)
  await ask('addInboxCard', '', { token })
  await ask('addProjectCard', project.id, { token })
  await ask('importFile', '', { token })
  full('bytes', 8_000_000)
  await ask('importFile', '', { token })
  await ask('addInboxCard', '', { token })
  await ask('addProjectCard', project.id, { token })
  await ask('addProject', '', { token })
  await ask('editCard', added.card.id, { token, body: { text: 'longer' } })
  await ask('renameProject', project.id, { token, body: { title: 'A longer title' } })
  database.exec(`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 50)
    insert into passkeys (id, owner_id, credential_id, public_key, sign_count, label, transports, backup_eligible, synced,
      created_at)
    select 'p' || i, '${user.id}', 'c' || i, 'k', 0, 'l', '[]', 0, 0, '9' from n`)
  const credential = ceremonies
    .newPasskey()
    .attest((await ask('startPasskeyRegistration', '', { token })).body)
  await ask('addPasskey', '', { token, body: { label: 'One more', credential } })
}
