import { describe, expect, test } from 'vitest'
import { listen, problemOf } from '../../api/events/listening.ts'
import { eventually } from '../../support/service/inboard.ts'
import { askForStream } from '../../support/service/open-stream.ts'
import { times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'

describe('of one account', () => {
  test('20 streams are open at most, of however many are opened at once', async () => {
    const [ada, bob] = [await inboard.signIn(), await inboard.signIn()]
    const streams = await Promise.all(times(30, () => listen(ada)))
    const open = streams.filter(({ status }) => status === 200)
    const refused = streams.filter(({ status }) => status !== 200)
    expect([open.length, refused.length]).toEqual([20, 10])
    for (const stream of refused) {
      expect(await problemOf(stream)).toBe('429 rate_limited')
      expect(Number(stream.headers['retry-after'])).toBeGreaterThan(0)
    }
    const his = await listen(bob)
    expect(his.status).toBe(200)
    await ada.client.addInboxCard({ text: 'x' })
    for (const stream of open) expect(await stream.until(1)).toHaveLength(1)
    // The place of one that is closed is free again.
    open[0]?.close()
    const next = await eventually(async () => {
      const stream = await listen(ada)
      return stream.status === 200 ? stream : undefined
    }, 'a free place')
    expect((await listen(ada)).status).toBe(429)
    for (const stream of [...open, next, his]) stream.close()
  })

  test('those that leave before they have begun hold no place', async () => {
    const ada = await inboard.signIn()
    for (let round = 0; round < 3; round++) {
      const asked = times(10, () => askForStream(inboard.url, { token: ada.token, since: 0 }))
      // After the request has been sent, and before its answer has come.
      await Promise.all(asked.map((one) => new Promise((resolve) => one.on('finish', resolve))))
      for (const [index, one] of asked.entries()) setTimeout(() => one.destroy(), index)
      await Promise.all(asked.map((one) => new Promise((resolve) => one.on('close', resolve))))
    }
    await eventually(async () => {
      const streams = await Promise.all(times(20, () => listen(ada)))
      for (const stream of streams) stream.close()
      return streams.every(({ status }) => status === 200) || undefined
    }, 'twenty free places')
  })
})
