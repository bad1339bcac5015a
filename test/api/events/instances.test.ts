import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newDataFolder } from '../../support/machine/folders.ts'
import { startTestInboard } from '../../support/service/inboard.ts'
import { listen } from './listening.ts'

test('a change that another instance made arrives, too', async () => {
  const folder = newDataFolder()
  const [one, other] = [await startTestInboard({}, folder), await startTestInboard({}, folder)]
  const { token, client } = await one.signIn()
  const streams = [await listen({ token }, {}, one), await listen({ token }, {}, other)]
  await client.addInboxCard({ text: 'here' })
  await other.client(token).addInboxCard({ text: 'there' })
  await client.emptyBin()
  for (const stream of streams) {
    const told = await stream.until(2)
    expect(told.flatMap(({ cards }) => cards.map(({ text }) => text))).toEqual(['here', 'there'])
    stream.close()
  }
  await Promise.all([one.stop(), other.stop()])
  rmSync(folder, { recursive: true, force: true })
})
