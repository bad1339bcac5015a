import { describe, expect, test } from 'vitest'
import { describeClient } from '../../src/contract/plain/clients.ts'
import { timesAsLong } from '../support/machine/times-as-long.ts'

describe('the client of a session', () => {
  test.each([
    ['Version/17.5 Safari/605.1.15', 'Macintosh; Intel Mac OS X 10_15_7', 'Safari on Mac'],
    [
      'Version/17.5 Mobile/15E148 Safari/604.1',
      'iPhone; CPU iPhone OS 17_5 like Mac OS X',
      'Safari on iPhone',
    ],
    ['Version/4.0 Mobile Safari/534.30', 'Linux; U; Android 4.0.3', 'Safari on Android'],
    ['Version/17.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15', 'iPad; CPU OS 17_5', 'Safari on iPad'],
  ])('%s is named', (browser, system, name) => {
    expect(
      describeClient(`Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) ${browser}`),
    ).toBe(name)
  })

  test.each(['Version/', 'Version/1 ', 'Version/1 a/', 'Safari/', 'a ', '/'])(
    'takes no longer to read from 15 kB of %j than from 2 kB',
    async (piece) => {
      const long = piece.repeat(15_000 / piece.length)
      const many = (text: string) => () => {
        for (let time = 0; time < 50; time++) describeClient(text)
      }
      expect(await timesAsLong(many(long), many(long.slice(0, 2000)), 8)).toBeLessThan(8)
    },
  )
})
