import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RouteName } from '../../../src/contract/plain/paths.ts'
import { routeNames } from '../../../src/contract/routes.ts'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { wellFormed } from '../../support/service/well-formed.ts'
import { type Gardener, newGardener } from './garden.ts'

// It is asked which mails were sent in all.
let inboard: TestInboard
let gardener: Gardener
let before: string
beforeAll(async () => {
  inboard = await startTestInboard()
  gardener = await newGardener(inboard)
  before = await gardener.everything()
})
afterAll(() => inboard.stop())

/** For each type, values of other types that a lenient parser might convert to it. */
const others: Record<string, unknown[]> = {
  text: [1, true, null, ['text'], { text: 'x' }],
  boolean: ['true', '', 0, 1, null, [true]],
  integer: ['1', '', true, null, [1], 1.5, -1, 2_147_483_648],
  number: ['1', '', true, null, [1], 1.5, -1, 2 ** 53],
  list: ['a', 1, null, {}, { 0: 'a' }],
  object: ['a', 1, null, [], [{}]],
}

describe('values are never converted', () => {
  const members: Record<string, keyof typeof others> = {
    'requestLink email': 'text',
    'describeLink token': 'text',
    'openLink token': 'text',
    'openLink end_other_access': 'boolean',
    'declineLink token': 'text',
    'finishPasskeySignIn id': 'text',
    'finishPasskeySignIn rawId': 'text',
    'finishPasskeySignIn type': 'text',
    'finishPasskeySignIn response': 'object',
    'finishPasskeySignIn response.clientDataJSON': 'text',
    'finishPasskeySignIn response.authenticatorData': 'text',
    'finishPasskeySignIn response.signature': 'text',
    'finishPasskeySignIn response.userHandle': 'text',
    'requestAddressChange email': 'text',
    'leave email': 'text',
    'makeApiToken label': 'text',
    'makeApiToken scope': 'text',
    'describeAuthorization client_id': 'text',
    'describeAuthorization redirect_uri': 'text',
    'describeAuthorization response_type': 'text',
    'describeAuthorization code_challenge': 'text',
    'describeAuthorization code_challenge_method': 'text',
    'describeAuthorization scope': 'text',
    'describeAuthorization state': 'text',
    'describeAuthorization resource': 'text',
    'allowAuthorization client_id': 'text',
    'allowAuthorization redirect_uri': 'text',
    'allowAuthorization response_type': 'text',
    'allowAuthorization code_challenge': 'text',
    'allowAuthorization code_challenge_method': 'text',
    'allowAuthorization scope': 'text',
    'allowAuthorization state': 'text',
    'allowAuthorization resource': 'text',
    'refuseAuthorization client_id': 'text',
    'refuseAuthorization redirect_uri': 'text',
    'refuseAuthorization response_type': 'text',
    'refuseAuthorization code_challenge': 'text',
    'refuseAuthorization code_challenge_method': 'text',
    'refuseAuthorization scope': 'text',
    'refuseAuthorization state': 'text',
    'refuseAuthorization resource': 'text',
    'addPasskey label': 'text',
    'addPasskey credential': 'object',
    'addPasskey credential.id': 'text',
    'addPasskey credential.rawId': 'text',
    'addPasskey credential.type': 'text',
    'addPasskey credential.response': 'object',
    'addPasskey credential.response.clientDataJSON': 'text',
    'addPasskey credential.response.attestationObject': 'text',
    'addPasskey credential.response.transports': 'list',
    'addProject title': 'text',
    'renameProject title': 'text',
    'addProjectCard text': 'text',
    'addProjectCard complete': 'boolean',
    'addProjectCard position': 'integer',
    'addInboxCard text': 'text',
    'addInboxCard complete': 'boolean',
    'addInboxCard position': 'integer',
    'editCard text': 'text',
    'editCard complete': 'boolean',
    'editCard position': 'integer',
    'setColumn card_ids': 'list',
    'setColumn moved': 'list',
    'setColumn at_end': 'boolean',
    'setColumn complete': 'boolean',
    'resetChanges seen': 'number',
    'importFile format': 'text',
    'importFile version': 'integer',
    'importFile projects': 'list',
    'importFile projects.0': 'object',
    'importFile projects.0.title': 'text',
    'importFile projects.0.statuses': 'list',
    'importFile projects.0.statuses.0': 'object',
    'importFile projects.0.statuses.0.name': 'text',
    'importFile projects.0.statuses.0.cards': 'list',
    'importFile projects.0.statuses.0.cards.0': 'object',
    'importFile projects.0.statuses.0.cards.0.text': 'text',
    'importFile projects.0.statuses.0.cards.0.complete': 'boolean',
    'importFile projects.0.created_at': 'text',
    'importFile inbox': 'list',
    'importFile inbox.0': 'object',
    'importFile inbox.0.text': 'text',
    'batch operations': 'list',
    'batch operations.0': 'object',
    'batch operations.0.method': 'text',
    'batch operations.0.path': 'text',
    'batch operations.0.if_match': 'text',
    'batch operations.0.idempotency_key': 'text',
  }

  test('every endpoint that takes a body is in this table', () => {
    const named = new Set(Object.keys(members).map((member) => member.split(' ')[0]))
    expect([...named].sort()).toEqual(routeNames.filter((name) => wellFormed[name]).sort())
  })

  for (const [member, type] of Object.entries(members)) {
    const [name = '', path = ''] = member.split(' ')
    test(`${member} is ${type}, and nothing else`, async () => {
      const bodies = others[type]?.map((value) => withMember(wellFormed[name as RouteName], path, value))
      await gardener.expectRefused(name as RouteName, bodies ?? [], path)
    })

    const optional =
      /transports|complete|position|editCard|moved|at_end|\.0$|if_match|_key|end_other|format|created_at|Authorization (?!scope)|(?:describe|refuse)Authorization/.test(
        member,
      )
    if (optional) continue
    test(`${member} is required`, async () => {
      const body = withMember(wellFormed[name as RouteName], path, undefined)
      await gardener.expectRefused(name as RouteName, [body], path, 'is required')
    })
  }

  test('and none of them has changed anything', async () => {
    expect(await gardener.everything()).toBe(before)
    expect(inboard.mails()).toEqual([])
  })
})

function withMember(body: unknown, path: string, value: unknown): unknown {
  const [name = '', ...rest] = path.split('.')
  const object = body as Record<string, unknown>
  const member = rest.length > 0 ? withMember(object[name], rest.join('.'), value) : value
  return Array.isArray(body) ? body.with(Number(name), member) : { ...object, [name]: member }
}
