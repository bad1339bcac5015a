import { describe, expect, test } from 'vitest'
import { summaryOf } from '../../sabotage/report.ts'
import { isFinished, type Result, readResults, type Stage } from '../../sabotage/results.ts'

const foundBy = (stage: Stage): Result => ({
  id: stage,
  passed: [],
  found: { stage, test: 'test/api/bin.test.ts', why: '', seconds: 1, hung: false },
})
const missed: Result = { id: 'missed', passed: ['nearest', 'npm test', 'test:all'] }
const times = (count: number, result: Result) => Array<Result>(count).fill(result)

describe('it is enough', () => {
  test('if npm test finds nine of ten, and the long tests the rest', () => {
    const results = [
      ...times(20, foundBy('nearest')),
      ...times(7, foundBy('npm test')),
      ...times(3, foundBy('test:all')),
    ]
    expect(summaryOf(results, false)).toEqual({
      text: 'found 27 of 30 by npm test, 3 more by test:all',
      isEnough: true,
    })
  })

  test('not if the long tests have to find more, if one is missed, or if nothing was tried', () => {
    expect(
      summaryOf([...times(26, foundBy('npm test')), ...times(4, foundBy('test:all'))], false).isEnough,
    ).toBe(false)
    expect(summaryOf([...times(29, foundBy('npm test')), missed], false).isEnough).toBe(false)
    expect(
      summaryOf(
        [...times(29, foundBy('npm test')), { id: 'x', passed: [], unproven: 'test/api/bin.test.ts' }],
        false,
      ).isEnough,
    ).toBe(false)
    expect(summaryOf([], false).isEnough).toBe(false)
  })
})

test('results are read from lines, the last of which counts, and one that was cut short does not', () => {
  const first: Result = { id: 'a', passed: ['nearest'] }
  const second: Result = { id: 'a', passed: ['nearest', 'npm test'] }
  const text = `\n${JSON.stringify(first)}\n${JSON.stringify(second)}\n{"id":"a","pas`
  expect([...readResults(text).values()]).toEqual([second])
})

test('what was only tried quickly goes on with the other tests', () => {
  const tried: Result = { id: 'a', passed: ['nearest'] }
  expect(isFinished(tried, 'nearest')).toBe(true)
  expect(isFinished(tried, 'test:all')).toBe(false)
  expect(isFinished(foundBy('nearest'), 'test:all')).toBe(true)
  expect(isFinished(missed, 'test:all')).toBe(true)
})
