import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Sent } from '../../support/service/sending.ts'
import { inbox, newcomer } from './people.ts'

describe('a key', () => {
  test('is recorded with what changes nothing, and not with a refusal', async () => {
    const { send, client, seq } = await newcomer()
    const { card } = await client.addInboxCard({ text: 'x' })
    const idle = { body: { text: 'x' }, key: 'idle' }
    expect(await send(`PATCH /api/cards/${card.id}`, idle)).toMatchObject({
      status: 200,
      seq: 1,
      isReplay: false,
    })
    await client.editCard({ id: card.id, text: 'y' })
    // Done once: it does not undo what has come since.
    expect(await send(`PATCH /api/cards/${card.id}`, idle)).toMatchObject({
      status: 200,
      seq: 2,
      isReplay: true,
      body: { card: { text: 'y' } },
    })
    expect((await send('DELETE /api/bin', { key: 'empty' })).seq).toBe(2)
    await client.removeCard({ id: card.id })
    expect(await send('DELETE /api/bin', { key: 'empty' })).toMatchObject({
      status: 204,
      seq: 3,
      isReplay: true,
    })
    expect((await client.listBin()).items).toHaveLength(1)

    const late = { body: { text: 'late' }, key: 'late' }
    expect((await send(`PATCH /api/cards/${card.id}`, late)).outcome).toBe('404 not_found')
    await client.restore({ id: card.id })
    expect((await send(`PATCH /api/cards/${card.id}`, { ...late, ifMatch: '"1"' })).outcome).toBe(
      '412 changed_meanwhile',
    )
    expect((await send(`PATCH /api/cards/${card.id}`, { ...late, body: { text: 1 } })).outcome).toBe(
      '422 validation_failed',
    )
    expect(await send(`PATCH /api/cards/${card.id}`, late)).toMatchObject({ status: 200, isReplay: false })
    expect((await client.readCard({ id: card.id })).card.text).toBe('late')
    expect(await seq()).toBe(5)
  })

  test('gives the thing as it is now, or 404 if it has been deleted since', async () => {
    const { send, client } = await newcomer()
    const { project } = await client.addProject({ title: 'Project' })
    const id = randomUUID()
    const create = () => send(`POST /api/projects/${project.id}/cards`, { body: { text: 'x' }, key: id })
    const edit = () => send(`PATCH /api/cards/${id}`, { body: { text: 'y' }, key: 'edit' })
    const remove = () => send(`DELETE /api/cards/${id}`, { key: 'remove' })
    const restore = () => send(`POST /api/bin/${id}/restore`, { key: 'restore' })
    const outcomes = async (...calls: (() => Promise<Sent>)[]) => {
      const answers: Sent[] = []
      for (const call of calls) answers.push(await call())
      return answers.map(({ outcome, isReplay }) => `${outcome}${isReplay ? ' again' : ''}`)
    }
    expect(await outcomes(create, edit)).toEqual(['201', '200'])
    await client.editCard({ id, text: 'z' })
    await client.setColumn({ ...inbox, card_ids: [id] })
    const now = { ...(await client.readCard({ id })).card }
    expect(await create()).toMatchObject({ status: 201, isReplay: true, body: { card: now } })
    expect(await edit()).toMatchObject({ status: 200, isReplay: true, body: { card: now } })

    expect(await outcomes(remove, remove, create, edit)).toEqual([
      '204',
      '204 again',
      '404 not_found again',
      '404 not_found again',
    ])
    expect(await outcomes(restore, restore, create, edit, remove)).toEqual([
      '200',
      '200 again',
      '201 again',
      '200 again',
      '204 again',
    ])
    expect((await client.readCard({ id })).card.text).toBe('z')

    await client.removeCard({ id })
    await client.purge({ id })
    expect(await outcomes(create, edit, remove, restore)).toEqual([
      '404 not_found again',
      '404 not_found again',
      '204 again',
      '404 not_found again',
    ])
    const order = { body: { project_id: project.id, status_id: '', card_ids: [] }, key: 'order' }
    const { statuses } = await client.listStatuses({ project_id: project.id })
    order.body.status_id = statuses[1]?.id ?? ''
    expect((await send('PUT /api/cards/order', order)).outcome).toBe('200')
    await client.removeProject({ project_id: project.id })
    expect(await send('PUT /api/cards/order', order)).toMatchObject({
      outcome: '404 not_found',
      isReplay: true,
    })
    expect((await client.changes()).cards).toEqual([])
  })
})
