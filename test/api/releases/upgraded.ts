import { expect } from 'vitest'
import { type Release, restore } from '../../releases/release.ts'
import { VirtualPasskey } from '../../support/authenticator/authenticator.ts'
import { Ceremonies } from '../../support/authenticator/ceremonies.ts'
import { keptKeys } from '../../support/authenticator/keys.ts'
import { startTestInboard, TestClock, tokenIn } from '../../support/service/inboard.ts'
import { afterRetries } from '../../support/service/mailing.ts'
import { newDatabase } from './databases.ts'

const grace = 'grace@example.com'

/** All that people have done is there after an upgrade, and all that they had in hand works. */
export async function expectUpgraded(release: Release): Promise<void> {
  const { home, database } = await newDatabase()
  await restore(release, database)
  const clock = new TestClock()
  // A moment after the recording, when its links and sessions were good, and the next attempt to send its mail was due.
  clock.advance(Date.parse(release.recordedAt) - Date.now() + 10_000)
  const inboard = await startTestInboard({ APP_URL: release.origin, JWT_SECRET: release.secret }, home, clock)
  const { request, client, mails } = inboard
  const { session, signInLink, changeLink, apiToken, keyed, seq } = release

  for (const [path, answer] of Object.entries(release.answers)) {
    const now = await request('GET', path, { token: session })
    expect({ path, answer: now.body }).toMatchObject({ path, answer })
  }
  const { cards } = await client(session).listInboxCards()
  if (apiToken) expect((await client(apiToken).listInboxCards()).cards).toEqual(cards)
  if (keyed) {
    const { key: idempotencyKey, text, id } = keyed
    const { card } = await client(session).addInboxCard({ text }, { idempotencyKey })
    expect(card.id).toBe(id)
  }
  if (seq) expect(await client(session).changes({ since: seq })).toMatchObject({ seq, cards: [] })

  expect((await client().openLink({ token: signInLink })).user.email).toBe('lin@example.com')
  // The older the attempts to send it, the later the next one.
  const waited = await afterRetries(
    inboard,
    () => mails().find(({ to }) => to === grace),
    'the mail that waited',
  )
  expect((await client().openLink({ token: tokenIn(waited.text) })).user.email).toBe(grace)
  expect((await client().openLink({ token: changeLink })).user.email).toBe('ada@example.org')
  const signedIn = await new Ceremonies(inboard).signIn(passkeyOf(release))
  expect(signedIn.body.user.email).toBe('ada@example.org')

  const ada = client(signedIn.body.token)
  const { card } = await ada.addInboxCard({ text: 'After the upgrade' })
  expect((await ada.listInboxCards()).cards).toHaveLength(cards.length + 1)
  await ada.removeCard({ id: card.id })
  const [project] = (await ada.listProjects()).projects
  await ada.removeProject({ project_id: project?.id ?? '' })
  await inboard.stop()
}

function passkeyOf({ origin, rpId, passkey }: Release): VirtualPasskey {
  const { id, key, counter, userHandle } = passkey
  const kept = { id: Buffer.from(id, 'base64url'), keys: keptKeys('ES256', key), counter }
  return Object.assign(new VirtualPasskey({ origin, rpId }, kept), { userHandle })
}
