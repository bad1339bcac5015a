import { rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createClient } from '../../../src/client/client.ts'
import type { Changes } from '../../../src/contract/feed.ts'
import { ended, listen } from '../../api/events/listening.ts'
import { newDataFolder } from '../../support/machine/folders.ts'
import { freePort } from '../../support/network/free-port.ts'
import { inboard } from '../../support/service/clocked.ts'
import { eventually, startTestInboard } from '../../support/service/inboard.ts'

describe.concurrent('a stream ends', () => {
  test('when its session does', async () => {
    const ada = await inboard.signIn()
    const stream = await listen(ada, {}, inboard)
    await ada.client.addInboxCard({ text: 'x' })
    await stream.until(1)
    inboard.clock.advance(1000 * inboard.world.config.sessionSeconds + 1000)
    await ended(stream)
    expect((await listen(ada, { lastEventId: '1' }, inboard)).status).toBe(401)
  })

  test('when the server goes, which waits for no stream; and the client goes on when it is back', async () => {
    const folder = newDataFolder()
    const environment = { PORT: String(await freePort()) }
    const before = await startTestInboard(environment, folder)
    const { client, token } = await before.signIn()
    const stream = await listen({ token }, {}, before)
    const ours = createClient({ baseUrl: before.url, token: () => token })
    const told: Changes[] = []
    const leaving = new AbortController()
    const following = (async () => {
      for await (const changes of ours.events({ since: 0 }, { signal: leaving.signal })) told.push(changes)
    })()
    await client.addInboxCard({ text: 'before' })
    await eventually(() => told.at(-1)?.seq === 1 || undefined, 'the first change')
    await before.stop()
    await ended(stream)
    const after = await startTestInboard(environment, folder)
    await after.client(token).addInboxCard({ text: 'after' })
    await eventually(() => told.at(-1)?.seq === 2 || undefined, 'the second change')
    const cards = told.flatMap(({ cards }) => cards.map(({ text }) => text))
    expect([told.map(({ seq }) => seq), cards]).toEqual([
      [1, 2],
      ['before', 'after'],
    ])
    leaving.abort()
    await following
    await after.stop()
    rmSync(folder, { recursive: true, force: true })
  })
})
