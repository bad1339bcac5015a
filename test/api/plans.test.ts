import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import type { User } from '../../src/contract/account.ts'
import { maxPosition } from '../../src/contract/card.ts'
import {
  addAccount,
  disable,
  enable,
  findAccountId,
  listAccounts,
  makeLink,
  showAccount,
  signOut,
} from '../../src/server/accounts/administer.ts'
import { sweepAccounts } from '../../src/server/accounts/sweep.ts'
import { sweepBin } from '../../src/server/bin/bin.ts'
import { discard } from '../../src/server/bin/discard.ts'
import { listChanges } from '../../src/server/feed/changes.ts'
import { sweepTombstones } from '../../src/server/feed/tombstones.ts'
import { type Claim, postpone } from '../../src/server/mail/outbox.ts'
import { sweepKeys } from '../../src/server/writes/keys.ts'
import { Ceremonies } from '../support/authenticator/ceremonies.ts'
import { databaseIn, outsider } from '../support/databases/engine.ts'
import {
  crowdOf,
  isAmong,
  plansOf,
  recordStatements,
  wholeScans,
  writtenStatements,
} from '../support/databases/statements.ts'
import { newDataFolder } from '../support/machine/folders.ts'
import {
  codeOfRefusal,
  eventually,
  type SignedIn,
  startTestInboard,
  type TestInboard,
} from '../support/service/inboard.ts'
import { openStream } from '../support/service/open-stream.ts'
import { codeFor, exchange, post, registeredAgent } from './oauth/flow.ts'

const { statements, stop } = recordStatements()
let inboard: TestInboard
beforeAll(async () => {
  const folder = newDataFolder()
  await databaseIn(folder, { distributed: false })
  inboard = await startTestInboard({}, folder)
  const { database } = inboard.world.config
  const stranger = await outsider(database)
  // In one transaction, so that the sweeper never sees an old unverified account without its link, and removes it.
  await stranger.run(`begin; ${crowdOf(1000).join('; ')}; commit`)
  // The planner needs statistics. Autovacuum would collect them too, but later.
  if (database.engine === 'postgres') await stranger.run('analyze')
  await stranger.close()
  await useEverything()
})
afterAll(async () => {
  stop()
  await inboard.stop()
})

/** Uses the service until every statement in it has been run at least once. */
async function useEverything() {
  const { world, clock } = inboard
  const visitor = inboard.client()
  const { person, passkey, registered } = await new Ceremonies(inboard).holder()
  await new Ceremonies(inboard).signIn(passkey)
  const { client, user } = person
  await client.readMe()
  await inboard.request('GET', '/metrics')
  await client.removePasskey({ id: registered.id })

  const { project } = await client.addProject({ title: 'Garden' })
  await client.readProject({ project_id: project.id })
  await client.renameProject({ project_id: project.id, title: 'Yard' })
  await client.listProjects()
  const { statuses } = await client.listStatuses({ project_id: project.id })
  const { card } = await client.addProjectCard({ project_id: project.id, text: 'Weed' })
  await client.addInboxCard({ text: 'Water', position: maxPosition })
  const { card: first } = await client.addInboxCard({ text: 'Dig', position: 0 })
  await client.addInboxCard({ text: 'Sow' })
  await client.listInboxCards()
  await client.listProjectCards({ project_id: project.id })
  await client.readCard({ id: card.id })
  await client.searchCards({ q: 'we' })
  await client.editCard({ id: card.id, complete: true })
  await client.editCard({ id: card.id, text: 'Weed well' })
  const doing = { project_id: project.id, status_id: statuses[1]?.id ?? '' }
  await client.setColumn({ ...doing, card_ids: [card.id, first.id] })
  await client.removeCard({ id: first.id })
  await client.removeProject({ project_id: project.id })
  await client.restore({ id: project.id })
  await client.removeCard({ id: card.id })
  await client.restore({ id: card.id })
  await client.importFile({
    file: new Blob(['project,text\nGarden,Weed\n,Water'], { type: 'text/csv' }),
  })
  await client.exportAccount()
  await useFeed(person, card.id)
  await discardMuch(person)

  await client.requestAddressChange({ email: `new-${user.email}` })
  const token = await inboard.linkTo(`new-${user.email}`)
  await visitor.openLink({ token })
  expect(await codeOfRefusal(visitor.openLink({ token }))).toBe('token_used')
  const { user: other } = await inboard.signInByMail()
  // The last use of a session is noted every five minutes.
  clock.advance(5 * 61_000)
  await client.requestAddressChange({ email: other.email })
  expect(await codeOfRefusal(visitor.openLink({ token: await inboard.linkTo(other.email, 2) }))).toBe(
    'email_taken',
  )
  await visitor.requestLink({ email: 'unverified@example.com' })
  clock.advance(61_000)
  await client.requestAddressChange({ email: 'unverified@example.com' })
  await visitor.openLink({ token: await inboard.linkTo('unverified@example.com', 2) })
  await visitor.requestLink({ email: other.email })
  expect(await codeOfRefusal(visitor.requestLink({ email: other.email }))).toBe('throttled')
  expect(await codeOfRefusal(visitor.openLink({ token: 'none' }))).toBe('token_unknown')
  await inboard.metric('inboard_mail_waiting')
  await useAccess(other)
  await administer()
  await postpone(world.db, clock, { id: 'none', attempts: 1 } as Claim)
  await sweepAccounts(world)
  clock.advance(91 * 24 * 60 * 60_000)
  await sweepBin(world)
  await sweepTombstones(world)
  await sweepKeys(world)
}

async function useAccess({ email }: User): Promise<void> {
  const visitor = inboard.client()
  const linkTo = async () => {
    inboard.clock.advance(61_000)
    const sent = inboard.mails().filter(({ to }) => to === email).length
    await visitor.requestLink({ email })
    return { token: await inboard.linkTo(email, sent + 1) }
  }
  const link = await linkTo()
  await visitor.describeLink(link)
  const { token } = await visitor.openLink({ ...link, end_other_access: true })
  const client = inboard.client(token)
  const { sessions } = await client.listSessions()
  await visitor.openLink(await linkTo())
  await client.endOtherSessions()
  expect(await codeOfRefusal(client.endSession({ id: sessions.at(-1)?.id ?? 'none' }))).toBe('accepted')
  const again = inboard.client((await visitor.openLink(await linkTo())).token)
  const calendar = await again.makeApiToken({ label: 'Calendar', scope: 'calendar' })
  const path = `/calendar/${calendar.token}.ics`
  const { headers } = await inboard.request('GET', path)
  await inboard.request('GET', path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
  const made = await again.makeApiToken({ label: 'Shell', scope: 'read' })
  await inboard.client(made.token).listProjects()
  const stream = await openStream(inboard.url, { token: made.token })
  await again.listApiTokens()
  await again.revokeApiToken({ id: made.api_token.id })
  await eventually(() => stream.isEnded() || undefined, 'the end of the stream')
  await connect(again)
  inboard.clock.advance(61_000)
  await again.requestAddressChange({ email: `declined-${email}` })
  await visitor.declineLink({ token: await inboard.linkTo(`declined-${email}`) })
  await again.withdrawAddressChange()
  await again.leave({ email })
}

/** An agent gets tokens, and loses them: its own way, because a code is used twice, and because another is refused. */
async function connect(client: Client): Promise<void> {
  const agent = await registeredAgent(inboard)
  const { body } = await exchange(inboard, agent, await codeFor({ client }, agent))
  await post(`${inboard.url}/oauth/revoke`, { token: body.access_token })
  const code = await codeFor({ client }, agent)
  for (const _ of [1, 2]) await exchange(inboard, agent, code)
  await exchange(inboard, agent, await codeFor({ client }, agent), { code_verifier: 'wrong' })
  await sweepAccounts(inboard.world)
}

async function administer(): Promise<void> {
  const { db, clock, access } = inboard.world
  const { id } = await addAccount(db, clock, 'added@example.com')
  expect(await findAccountId(db, 'added@example.com')).toBe(id)
  expect((await listAccounts(db, clock)).length).toBeGreaterThan(100)
  expect((await showAccount(db, clock, id)).sessions).toBe(0)
  await makeLink(db, clock, id)
  await signOut(access, clock, id, true)
  await disable(access, clock, id)
  await enable(db, id)
}

/** More projects than the bin holds; and one that goes at once. */
async function discardMuch({ client, user }: SignedIn): Promise<void> {
  const stranger = await outsider(inboard.world.config.database)
  await stranger.run(`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
    insert into bin (owner_id, item_id, id, kind, text, created_at, seq, deleted_at)
    select '${user.id}', 'old-' || i, 'old-' || i, 'project', 'x', '9', i - 1000, '9' from n`)
  await stranger.close()
  const { project } = await client.addProject({ title: 'Barn' })
  await client.removeProject({ project_id: project.id })
  const { world } = inboard
  const { project: last } = await client.addProject({ title: 'Shed' })
  await world.db.change(user.id, (change) =>
    discard({ ...world, config: { ...world.config, binDays: 0 } }, change, { kind: 'project', id: last.id }),
  )
}

async function useFeed({ client, user }: SignedIn, cardId: string): Promise<void> {
  await client.addInboxCard({ text: 'Rake' }, { idempotencyKey: crypto.randomUUID() })
  const { seq } = await client.changes()
  await client.removeCard({ id: (await client.addInboxCard({ text: 'Dig', position: 0 })).card.id })
  await client.addInboxCard({ text: 'Dig', position: 0 })
  await client.addProject({ title: 'House' })
  const { seq: before } = await client.changes({ since: seq })
  const { cards } = await client.listInboxCards()
  const last = cards.at(-1)?.id ?? ''
  await client.setColumn({ project_id: null, status_id: null, card_ids: [last] })
  await listChanges(inboard.world.db, user.id, before, [last])

  // As if there were more tombstones than are kept.
  const stranger = await outsider(inboard.world.config.database)
  await stranger.run(`update counters set tombstones = 100000 where owner_id = '${user.id}'`)
  await client.removeCard({ id: cardId })
  await client.listBin()
  await client.purge({ id: cardId })
  const { card } = await client.addInboxCard({ text: 'Hoe' })
  await client.removeCard({ id: card.id })
  await client.emptyBin()
  await client.removeCard({ id: (await client.addInboxCard({ text: 'Mow' })).card.id })
  // As if there were as much as there may be: what is in the bin gives way.
  await stranger.run(`update counters set cards = 10000 where owner_id = '${user.id}'`)
  const { seq: known } = await client.changes()
  await client.addInboxCard({ text: 'Prune' })
  // By now it is empty.
  expect(await codeOfRefusal(client.addInboxCard({ text: 'Plant' }))).toBe('card_limit_reached')

  // Only a change by another instance has to be asked for.
  const events = client.events({ since: known })
  await events.next()
  const heard = events.next()
  await stranger.run(`update counters set seq = seq + 1 where owner_id = '${user.id}'`)
  await heard
  await events.return(undefined)
  await stranger.close()
}

test('every statement that is written in the program has been carried out here', () => {
  const written = writtenStatements()
  expect(written.length).toBeGreaterThan(40)
  expect(written.filter(({ parts }) => !isAmong(statements, parts))).toEqual([])
})

test('no statement goes through the whole of a table that grows', async () => {
  const { database } = inboard.world.config
  const planned = [...statements].filter((text) => /^\s*(?:select|insert|update|delete|with)\b/i.test(text))
  expect(planned.length).toBeGreaterThan(40)
  for (const [statement, plan] of await plansOf(database, planned))
    expect([statement, wholeScans(database.engine, plan)]).toEqual([statement, []])
})
