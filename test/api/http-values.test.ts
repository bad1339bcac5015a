import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RouteName } from '../../src/contract/paths.ts'
import { routeNames } from '../../src/contract/routes.ts'
import { outcome } from '../support/authenticator/ceremonies.ts'
import { type Answer, type SignedIn, startTestInboard, type TestInboard } from '../support/service/inboard.ts'
import { requestLineOf, wellFormed } from '../support/service/well-formed.ts'

let inboard: TestInboard
let person: SignedIn
let project_id: string
let card_id: string
beforeAll(async () => {
  inboard = await startTestInboard({ MAX_PROJECTS: '10000' })
  person = await inboard.signIn()
  project_id = (await person.client.addProject({ title: 'Garden' })).project.id
  card_id = (await person.client.addProjectCard({ project_id, text: 'Weed' })).card.id
})
afterAll(() => inboard.stop())

async function send(name: RouteName, body: unknown): Promise<Answer> {
  const [method, path] = requestLineOf(name, name === 'editCard' ? card_id : project_id)
  return await inboard.request(method, path, { token: person.token, body })
}

const everything = async () =>
  JSON.stringify([
    await person.client.readMe(),
    await person.client.listProjects(),
    await person.client.listPasskeys(),
    await person.client.listInboxCards(),
    await person.client.listProjectCards({ project_id }),
    inboard.mails(),
  ])

/** Each body is refused with an error that names the member, and none of them has changed anything. */
async function expectRefused(name: RouteName, bodies: unknown[], field: string, message?: string) {
  const before = await everything()
  for (const body of bodies) {
    const answer = await send(name, body)
    expect([name, body, outcome(answer)]).toEqual([name, body, '422 validation_failed'])
    expect(answer.body.errors).toEqual([
      { field, message: message ?? expect.stringMatching(/^[a-z].*[^.]$/) },
    ])
  }
  expect(await everything()).toBe(before)
}

/** For each type, values of other types that a lenient parser might convert to it. */
const others: Record<string, unknown[]> = {
  text: [1, 0, true, false, null, [], ['text'], {}, { text: 'x' }],
  boolean: ['true', 'false', '', 0, 1, null, [], [true], {}],
  integer: ['0', '1', '', true, null, [], [1], {}, 1.5, -1, 2_147_483_648, 1e21],
  list: ['', 'a', 1, true, null, {}, { 0: 'a' }],
  object: ['', 'a', 1, true, null, [], [{}]],
}

describe('nothing is converted into what it should have been', () => {
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
      await expectRefused(name as RouteName, bodies ?? [], path)
    })

    const optional =
      /transports|complete|position|editCard|moved|\.0$|if_match|_key|end_other|format|created_at/.test(
        member,
      )
    if (optional) continue
    test(`${member} is required`, async () => {
      const body = withMember(wellFormed[name as RouteName], path, undefined)
      await expectRefused(name as RouteName, [body], path, 'is required')
    })
  }

  test('a column is named by text or null, and both halves of its name are required', async () => {
    const column = { project_id: null, status_id: null, card_ids: [] }
    for (const half of ['project_id', 'status_id']) {
      const wrong = [1, true, [], {}, ['x']].map((value) => ({ ...column, [half]: value }))
      await expectRefused('setColumn', wrong, half, 'must be text or null')
      await expectRefused('setColumn', [{ ...column, [half]: undefined }], half, 'is required')
      const other = half === 'project_id' ? 'status_id' : 'project_id'
      await expectRefused('setColumn', [{ ...column, [half]: project_id }], other)
    }
  })

  test('a card is named by text', async () => {
    const bodies = [1, null, true, {}, [card_id]].map((id) => ({
      project_id: null,
      status_id: null,
      card_ids: [card_id, id, id],
    }))
    await expectRefused('setColumn', bodies, 'card_ids.1', 'must be text')
  })

  test('a column is set with 10,000 cards at most', async () => {
    const inbox = { project_id: null, status_id: null }
    const ids = Array.from({ length: 10_001 }, (_, index) => `card-${index}`)
    const message = 'must have at most 10000 members'
    await expectRefused('setColumn', [{ ...inbox, card_ids: ids }], 'card_ids', message)
    // With one fewer the body is valid, and the answer is about the cards, which do not exist.
    const answer = await send('setColumn', { ...inbox, card_ids: ids.slice(1) })
    expect(outcome(answer)).toBe('404 not_found')
  })

  test('a batch has 100 operations at most', async () => {
    const operation = { method: 'DELETE', path: '/api/none' }
    const message = 'must have at most 100 members'
    const operations = Array.from({ length: 101 }, () => operation)
    await expectRefused('batch', [{ operations }], 'operations', message)
    const { body } = await send('batch', { operations: operations.slice(1) })
    expect(body.results).toHaveLength(100)
    expect(body.results).toEqual(Array(100).fill(expect.objectContaining({ status: 404 })))
  })

  test('every mistake is named, not the first alone', async () => {
    const answer = await send('addInboxCard', { text: ' ', complete: 'no', position: -1 })
    expect(answer.body.errors).toEqual([
      { field: 'text', message: 'must not be empty' },
      { field: 'complete', message: 'must be true or false' },
      { field: 'position', message: 'must be from 0 to 2147483647' },
    ])
  })

  test('a change that changes nothing is refused', async () => {
    const nothing: object[] = [{}, { colour: 'green' }, { colour: 'green', toString: 1 }]
    await expectRefused('editCard', nothing, '', 'must have at least one of: text, complete, position')
    await expectRefused('renameProject', [{ name: 'Garden' }], 'title', 'is required')
  })

  test('a card is not moved by editing it', async () => {
    for (const member of ['status_id', 'project_id']) {
      const bodies = [null, 'x', project_id, 1].map((value) => ({ text: 'Moved', [member]: value }))
      const message = 'cannot be patched: a card is moved with PUT /api/cards/order'
      await expectRefused('editCard', bodies, member, message)
    }
  })
})

function withMember(body: unknown, path: string, value: unknown): unknown {
  const [name = '', ...rest] = path.split('.')
  const object = body as Record<string, unknown>
  const member = rest.length > 0 ? withMember(object[name], rest.join('.'), value) : value
  return Array.isArray(body) ? body.with(Number(name), member) : { ...object, [name]: member }
}

describe('numbers', () => {
  test.for([
    ['0', 0],
    ['-0', 0],
    ['0.0', 0],
    ['1.0', 1],
    ['1e3', 1000],
    ['2147483647', 2_147_483_647],
    ['21474836.47e2', 2_147_483_647],
  ] as const)('a position of %s is %s', async ([written, position]) => {
    const { body, text } = await send('editCard', `{"position":${written}}`)
    expect(body.card.position).toBe(position)
    expect(text).toContain(`"position":${position},`)
  })

  test.for([
    '-1',
    '-0.5',
    '0.5',
    '1e-1',
    '2147483648',
    '2147483647.5',
    '1e10',
    '1e999',
    '-1e999',
    '9007199254740993',
  ])('a position of %s is refused', async (written) => {
    const before = await everything()
    for (const name of ['addInboxCard', 'addProjectCard', 'editCard'] as const) {
      const answer = await send(name, `{"text":"x","position":${written}}`)
      expect([name, outcome(answer)]).toEqual([name, '422 validation_failed'])
      expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual(['position'])
    }
    expect(await everything()).toBe(before)
  })
})

describe('text', () => {
  const places: [RouteName, member: string, bound: number, read: (answer: Answer) => string][] = [
    ['addProject', 'title', 200, ({ body }) => body.project.title],
    ['renameProject', 'title', 200, ({ body }) => body.project.title],
    ['addInboxCard', 'text', 2000, ({ body }) => body.card.text],
    ['addProjectCard', 'text', 2000, ({ body }) => body.card.text],
    ['editCard', 'text', 2000, ({ body }) => body.card.text],
  ]
  const units = {
    letters: 'a',
    'letters of two bytes': 'é',
    'letters of three bytes': '語',
    'emoji, which are two UTF-16 units each': '🪴',
    'combining marks, which are points of their own': '\u0301',
    joiners: '\u200d',
    'rare ideographs': '𠮷',
  }

  for (const [name, member, bound, read] of places) {
    for (const [what, unit] of Object.entries(units)) {
      test(`${name} takes ${bound} ${what}, and not one more`, async () => {
        const exact = unit.repeat(bound)
        const answer = await send(name, { [member]: exact })
        expect(answer.status).toBeLessThan(300)
        expect(read(answer)).toBe(exact)
        const tooLong = [{ [member]: exact + unit }]
        await expectRefused(name, tooLong, member, `must be at most ${bound} characters long`)
      })
    }

    test(`${name} trims its ${member} before measuring it`, async () => {
      const spaces = ' \t\n\r\v\f\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\ufeff'
      const inside = `a${spaces}b`
      const answer = await send(name, { [member]: spaces + inside + spaces })
      expect(read(answer)).toBe(inside)
      expect(read(await send(name, { [member]: `${spaces}${'x'.repeat(bound)}${spaces}` }))).toBe(
        'x'.repeat(bound),
      )
      const empty = ['', ' ', spaces].map((text) => ({ [member]: text }))
      await expectRefused(name, empty, member, 'must not be empty')
    })

    test(`${name} keeps every character of its ${member} but those that no database keeps`, async () => {
      const odd = `"\\/<script>&amp;\u0001\u007f\u0085\u200b\u202e ' -- ; \${x} {{y}} %s 👩‍👩‍👧‍👦 \u{10ffff} \ufffd \uffff`
      expect(read(await send(name, { [member]: odd }))).toBe(odd)
      const lost = ['\u0000', 'a\u0000b', '\ud83e', 'a\udeb4b', '\udeb4\ud83e'].map((text) => ({
        [member]: text,
      }))
      await expectRefused(name, lost, member, 'must not contain NUL or half of a character')
    })
  }

  test('the label of a passkey has the same rules', async () => {
    for (const [label, message] of [
      ['', 'must not be empty'],
      [' \u3000', 'must not be empty'],
      ['🪴'.repeat(101), 'must be at most 100 characters long'],
      ['a\u0000', 'must not contain NUL or half of a character'],
    ]) {
      await expectRefused('addPasskey', [{ ...wellFormed.addPasskey, label }], 'label', message)
    }
    // The label is valid, so the request fails only at its challenge, which was never issued.
    const answer = await send('addPasskey', { ...wellFormed.addPasskey, label: ` ${'🪴'.repeat(100)} ` })
    expect(outcome(answer)).toBe('400 challenge_invalid')
  })

  test('a token can be any text but none', async () => {
    for (const token of ['x', ' ', '\u0000', '🪴', 'a'.repeat(60_000), '\ud83e', "' or 1=1 --"]) {
      expect([token, outcome(await send('openLink', { token }))]).toEqual([token, '400 token_unknown'])
    }
    await expectRefused('openLink', [{ token: '' }], 'token', 'must not be empty')
  })
})

test('identifiers in a body that cannot be any are missing resources', async () => {
  const before = await everything()
  for (const id of [
    '',
    'x',
    '\u0000',
    '🪴',
    '\ud83e',
    card_id.toUpperCase(),
    `${card_id} `,
    'a'.repeat(5000),
  ]) {
    const bodies = [
      { project_id: null, status_id: null, card_ids: [id] },
      { project_id: id, status_id: id, card_ids: [] },
      { project_id, status_id: id, card_ids: [card_id] },
    ]
    for (const body of bodies)
      expect([id, outcome(await send('setColumn', body))]).toEqual([id, '404 not_found'])
  }
  expect(await everything()).toBe(before)
})
