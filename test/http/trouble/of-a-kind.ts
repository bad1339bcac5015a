import { type Route, routeNames, routes } from '../../../src/contract/routes.ts'
import { eventually } from '../../support/service/inboard.ts'
import { stallMany } from '../bodies/arriving/stalling.ts'
import type { Troubled } from './asking.ts'

/** Asks every endpoint for what all of its kind refuse. */
export async function refuseOfAKind({ inboard, ask, askTooMuch, askTooOften }: Troubled): Promise<void> {
  const person = await inboard.signIn()
  const { token } = person
  const { client } = person
  const { token: capturing } = await client.makeApiToken({ label: 'Capture', scope: 'capture' })
  const { token: readOnly } = await client.makeApiToken({ label: 'Read', scope: 'read' })
  const used = { 'idempotency-key': 'used' }
  await inboard.request('POST', '/api/inbox/cards', { token, headers: used, body: { text: 'First' } })
  for (const name of routeNames) {
    const route: Route = routes[name]
    if (route.body) {
      await ask(name, 'none', { token, body: '{' })
      await ask(name, 'none', { token, body: '{}', headers: { 'content-type': 'text/plain' } })
      await askTooMuch(name, token, route.bodyLimit ?? 64 * 1024)
      await ask(name, 'none', { token, body: [] })
    }
    if (route.query) {
      const twice = Object.keys(route.query.properties).map((parameter) => `${parameter}=1&${parameter}=2`)
      await ask(name, 'none', { token, query: `?${twice.join('&')}` })
    }
    if (route.write) {
      await ask(name, 'none', { token, headers: { 'idempotency-key': 'two words' } })
      await ask(name, 'none', { token, headers: used })
    }
    if (route.access !== 'public')
      await ask(name, 'none', { token: route.access === 'capture' ? readOnly : capturing })
    await ask(name, 'none', { token: 'forged' })
    await askTooOften(name, 'forged')
    await ask(name, 'none', { token })
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    const isLimited = route.access === 'public' || route.limited
    for (let time = 0; isLimited && time < 2; time++) await ask(name, 'none', { token, headers })
  }
  await refuseBodies({ inboard, ask }, token)
}

/** What is refused while as many bodies of an account are arriving as may be. */
async function refuseBodies({ inboard, ask }: Pick<Troubled, 'inboard' | 'ask'>, token: string) {
  const stalled = await stallMany(20, [token], inboard.url)
  const withBody = routeNames.filter((name) => (routes[name] as Route).body)
  for (const name of withBody) await ask(name, 'none', { token })
  for (const { socket } of stalled) socket.destroy()
  const isTaken = async () => (await ask('addInboxCard', '', { token })).status === 201 || undefined
  await eventually(isTaken, 'room for another body')
}
