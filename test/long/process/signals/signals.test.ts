import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { begin, ended, refusesConnections, slowGet, slowPost } from '../../../process/signals/connections.ts'
import { endUnderLoad } from '../../../process/signals/load.ts'
import { cleanUp, root, run } from '../../../support/processes/process.ts'

afterAll(cleanUp)

test('SIGINT lets a request that was accepted finish, as SIGTERM does', async () => {
  const server = await run()
  const slow = await begin(server, slowPost)
  server.child.kill('SIGINT')
  await refusesConnections(server)
  expect(await slow.finish()).toMatch(/^HTTP\/1\.1 202 Accepted\r\n/)
  expect(await server.exited).toEqual(ended)
  expect(server.stdout()).toContain('"signal":"SIGINT"')
})

test('the end comes, and with 0, though requests hang', async () => {
  const server = await run()
  const hanging = [await begin(server, slowPost), await begin(server, slowGet), await begin(server)]
  server.child.kill('SIGTERM')
  expect(await server.exited).toEqual(ended)
  await Promise.all(hanging.map(({ closed }) => closed))
  // None of them was given up for its slowness alone, which would have been said.
  expect(hanging.map(({ received }) => received())).toEqual(['', '', ''])
})

test('a signal that comes a second time ends it at once, and not with 0', async () => {
  const server = await run()
  const slow = await begin(server, slowPost)
  server.child.kill('SIGINT')
  await refusesConnections(server)
  // A single Ctrl-C can arrive twice, so the second has to be later than that.
  await pause(200)
  expect(await server.kill('SIGINT')).toEqual({ code: 1, signal: null })
  await slow.closed
})

test('npm start ends with 0 when SIGTERM is sent to npm alone', async () => {
  const server = await run({
    command: ['npm', 'start'],
    workingFolder: root,
    environment: { npm_config_update_notifier: 'false' },
  })
  server.child.kill('SIGTERM')
  expect(await server.exited).toEqual(ended)
  expect(server.stdout()).toContain('stopping: finishing accepted requests')
  await refusesConnections(server)
})

test('the signal of a terminal, which goes to npm start and all its children, ends it with 0', async () => {
  const server = await run({
    command: ['npm', 'start'],
    workingFolder: root,
    environment: { npm_config_update_notifier: 'false' },
  })
  expect((await server.request('GET', '/readyz')).status).toBe(200)
  process.kill(-(server.child.pid ?? 0), 'SIGINT')
  expect(await server.exited).toEqual(ended)
  expect(server.stdout()).toContain('stopping: finishing accepted requests')
  await refusesConnections(server)
})

test('SIGTERM under heavy load truncates no response and loses nothing', () =>
  endUnderLoad({ clients: 32, cards: 300, atTheDoor: 60 }))

test('SIGTERM answers all who had got through while nobody else is there', () =>
  endUnderLoad({ clients: 0, cards: 0, atTheDoor: 60 }))
