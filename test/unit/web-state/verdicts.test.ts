import { describe, expect, test } from 'vitest'
import { inbox } from '../../../src/board/columns.ts'
import { codeOf, type ProblemName, problems } from '../../../src/contract/problem.ts'
import type { Operation } from '../../../src/web/model/operations.ts'
import { verdictOn } from '../../../src/web/sync/requests.ts'

const operations: { [Kind in Operation['kind']]: Extract<Operation, { kind: Kind }> } = {
  'add card': { kind: 'add card', id: 'c', project_id: 'p', text: 'Milk', complete: false },
  'edit card': { kind: 'edit card', id: 'c', text: 'Bread', before: 'Milk' },
  'complete card': { kind: 'complete card', id: 'c', complete: true },
  'move cards': { kind: 'move cards', ids: ['c'], column: inbox, behind: [] },
  'delete card': { kind: 'delete card', id: 'c', before: 'Milk' },
  'restore card': { kind: 'restore card', id: 'c', card: undefined },
  'add project': { kind: 'add project', id: 'p', title: 'Garden' },
  'rename project': { kind: 'rename project', id: 'p', title: 'House', before: 'Garden' },
  'delete project': { kind: 'delete project', id: 'p' },
  'restore project': { kind: 'restore project', id: 'p', whole: undefined },
  purge: { kind: 'purge', id: 'c' },
}
const kinds = Object.keys(operations) as Operation['kind'][]

const answer = (name: ProblemName) => ({
  status: problems[name].status,
  body: { code: codeOf(name), detail: problems[name].detail },
})
const verdict = (kind: Operation['kind'], name: ProblemName) => verdictOn(operations[kind], answer(name))
/** The verdict on an operation of every kind. */
const verdicts = (name: ProblemName) => kinds.map((kind) => [kind, verdict(kind, name).is])
const onAll = (is: string) => kinds.map((kind) => [kind, is])

test.each([200, 201, 204])('%i is the end of it', (status) => {
  for (const kind of kinds)
    expect(verdictOn(operations[kind], { status, body: null })).toEqual({ is: 'done' })
})

test.each([
  'unauthenticated',
  'request_timeout',
  'throttled',
  'rate_limited',
  'internal',
  'unavailable',
] as const)('%s passes: it is sent again', (name) => expect(verdicts(name)).toEqual(onAll('later')))

test('an answer that is not from Inboard passes, or says its status', () => {
  const strange = { status: 502, body: '<h1>Bad gateway</h1>' }
  for (const kind of kinds) expect(verdictOn(operations[kind], strange)).toEqual({ is: 'later' })
  expect(verdictOn(operations.purge, { status: 418, body: null })).toEqual({
    is: 'refused',
    code: '418',
    reason: '',
  })
})

describe('what is not there', () => {
  test('is done or looked at, according to what was to be done to it', () => {
    expect(Object.fromEntries(verdicts('not_found'))).toEqual({
      'add card': 'instead',
      'edit card': 'compare',
      'complete card': 'compare',
      'move cards': 'compare',
      'delete card': 'done',
      'restore card': 'compare',
      'add project': 'compare',
      'rename project': 'compare',
      'delete project': 'done',
      'restore project': 'compare',
      purge: 'done',
    })
  })

  test('a card for a project that is gone goes to the inbox, as the same card', () => {
    expect(verdict('add card', 'not_found')).toEqual({
      is: 'instead',
      operation: { ...operations['add card'], project_id: null },
    })
  })

  test('the next card of a series is looked for: it may be in the bin, or its project may be gone', () => {
    const next = { ...operations['add card'], follows: 'b' }
    for (const name of ['not_found', 'id_taken', 'idempotency_key_reused'] as const)
      expect(verdictOn(next, answer(name))).toEqual({ is: 'compare' })
  })

  test('a card for the inbox has been added, and deleted since', () => {
    const again = { ...operations['add card'], project_id: null }
    expect(verdictOn(again, answer('not_found'))).toEqual({ is: 'done' })
  })
})

test('what was changed meanwhile is compared', () => {
  expect(verdicts('changed_meanwhile')).toEqual(onAll('compare'))
})

test.each(['id_taken', 'idempotency_key_reused'] as const)('%s: what was to be created is there', (name) => {
  const expected = kinds.map((kind) => [kind, kind.startsWith('add') ? 'done' : 'refused'])
  expect(verdicts(name)).toEqual(expected)
})

test('every other problem is for good, and says why', () => {
  const lasting: ProblemName[] = [
    'malformed_request',
    'malformed_json',
    'scope_insufficient',
    'project_limit_reached',
    'card_limit_reached',
    'storage_limit_reached',
    'payload_too_large',
    'unsupported_media_type',
    'validation_failed',
  ]
  for (const name of lasting)
    for (const kind of kinds)
      expect(verdict(kind, name)).toEqual({ is: 'refused', code: name, reason: problems[name].detail })
  expect(
    verdictOn(operations['add card'], {
      status: 422,
      body: { code: 'validation_failed', detail: '…', errors: [{ field: 'text', message: 'is too long' }] },
    }),
  ).toEqual({ is: 'refused', code: 'validation_failed', reason: 'The text is too long.' })
})
