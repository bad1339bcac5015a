import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AccountSemaphore } from '../../../src/server/http/semaphore.ts'
import { times } from '../../support/service/sending.ts'

function lineFor(most: number) {
  const line = new AccountSemaphore(most)
  const started: string[] = []
  const enter = (account: string, name: string, credential = `a token of ${account}`) => {
    const start = () => started.push(`${account} ${name}`)
    const place = { account, credential }
    if (!line.enter(place)) return line.wait(place, start) ? 'waits' : 'is turned away'
    start()
    return 'enters'
  }
  const leave = (account: string, credential = `a token of ${account}`) => line.leave({ account, credential })
  return { line, started, enter, leave }
}

test('so many of each account enter, and the others one by one as those leave', async () => {
  const { started, enter, leave } = lineFor(3)
  expect(['a', 'b', 'c', 'd'].map((name) => enter('ada', name))).toEqual([
    'enters',
    'enters',
    'waits',
    'waits',
  ])
  expect(enter('bob', 'a')).toBe('enters')
  expect(started).toEqual(['ada a', 'ada b', 'bob a'])
  leave('ada')
  // Those of others who have come meanwhile are first.
  expect(enter('bob', 'b')).toBe('enters')
  await nextTurn()
  expect(started.slice(3)).toEqual(['bob b', 'ada c'])
  leave('ada')
  leave('ada')
  await nextTurn()
  expect(started.slice(5)).toEqual(['ada d'])
})

test('one place is left for the other credentials of an account, and no more than there are', () => {
  const { enter } = lineFor(3)
  expect(times(4, () => enter('ada', 'a', 'one'))).toEqual(['enters', 'enters', 'waits', 'waits'])
  expect(times(2, () => enter('ada', 'a', 'other'))).toEqual(['enters', 'waits'])
  expect(enter('ada', 'a', 'third')).toBe('waits')
})

test('a request that has given up is skipped', async () => {
  const { line, started, enter, leave } = lineFor(1)
  enter('ada', 'a')
  const giveUp = line.wait({ account: 'ada', credential: 'a token of ada' }, () => started.push('ada gone'))
  giveUp?.()
  enter('ada', 'b')
  leave('ada')
  await nextTurn()
  expect(started).toEqual(['ada a', 'ada b'])
})

test('it is as it was when all have left', async () => {
  const { enter, leave } = lineFor(1)
  for (const name of ['a', 'b', 'c']) enter('ada', name)
  for (let count = 0; count < 3; count++) {
    await nextTurn()
    leave('ada')
  }
  expect(enter('ada', 'd')).toBe('enters')
  expect(enter('ada', 'e')).toBe('waits')
})

test('five hundred of a credential wait, and a thousand of an account', () => {
  const { enter } = lineFor(2)
  const came = (credential: string) => times(502, (index) => enter('ada', `${index}`, credential))
  const one = came('one')
  expect([one[0], one[1], one[500], one[501]]).toEqual(['enters', 'waits', 'waits', 'is turned away'])
  const other = came('other')
  expect([other[0], other[1], other[500], other[501]]).toEqual(['enters', 'waits', 'waits', 'is turned away'])
  expect(enter('ada', 'a', 'third')).toBe('is turned away')
  expect(enter('bob', 'a')).toBe('enters')
})

test('bodies of waiting requests take a limited share of memory', () => {
  const semaphore = new AccountSemaphore(1)
  const placeOf = (account: string) => ({ account, credential: 'one' })
  semaphore.enter(placeOf('ada'))
  const wait = (account: string) => semaphore.wait(placeOf(account), () => {}, 60_000)
  const waiting = times(150, () => wait('ada')).filter((giveUp) => giveUp !== undefined)
  expect(waiting).toHaveLength(139)
  semaphore.enter(placeOf('bob'))
  expect(wait('bob')).toBeDefined()
  waiting[0]?.()
  expect(wait('ada')).toBeDefined()
  expect(wait('ada')).toBeUndefined()
})
