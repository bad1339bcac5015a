import { expect, test } from 'vitest'
import { eventually } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { neverRead, wordyPerson } from './unread.ts'

test('a client that does not read its response loses its slot, and waiting requests get theirs', async () => {
  const { client, token } = await wordyPerson()
  const { token: other } = await client.makeApiToken({ label: 'Other', scope: 'read' })
  const connections = await neverRead(2, token)
  const areInWork = () => connections.every(({ socket }) => socket.bytesRead > 0)
  await eventually(() => areInWork() || undefined, 'both places to be taken')
  const answered: string[] = []
  const ask = async (name: string, credential: string) => {
    expect((await inboard.client(credential).listInboxCards()).cards).toHaveLength(901)
    answered.push(name)
  }
  await Promise.all([ask('the same credential', token), ask('another', other)])
  // There was a place left for it.
  expect(answered).toEqual(['another', 'the same credential'])
  for (const { socket } of connections) socket.destroy()
})
