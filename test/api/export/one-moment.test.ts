import { describe, expect, test } from 'vitest'
import { fillInbox } from '../../support/service/filling.ts'
import { sender, times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'
import { card } from './furnished.ts'

describe('an export', () => {
  test('of a large account is made like that of a small one, and compressed for whoever wants it', async () => {
    const person = await inboard.signIn()
    await fillInbox(inboard, person, 1200, 'Grüne Äpfel 🍎')
    const answer = await sender(inboard, person.token)('GET /api/export', {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'gzip'])
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="inboard-/)
    expect(answer.body.inbox).toHaveLength(1201)
    expect(answer.body.inbox.at(-1)).toEqual(card('Grüne Äpfel 🍎'))
    expect(answer.body.email).toBe(person.user.email)
  })

  test.each(['small', 'large'])(
    'of a %s account is as it was at one moment, while cards move',
    async (size) => {
      const person = await inboard.signIn()
      const { client } = person
      if (size === 'large') await fillInbox(inboard, person, 1200)
      const columns = [{ project_id: null as string | null, status_id: null as string | null }]
      for (const title of ['One', 'Two']) {
        const { project } = await client.addProject({ title })
        const { statuses } = await client.listStatuses({ project_id: project.id })
        columns.push(...statuses.map(({ id }) => ({ project_id: project.id, status_id: id })))
      }
      const { card: moving } = await client.addInboxCard({ text: 'Moving' })
      let isOver = false
      const moves = (async () => {
        for (let count = 0; !isOver; count++)
          await client.setColumn({
            ...(columns[count % columns.length] ?? { project_id: null, status_id: null }),
            card_ids: [moving.id],
            moved: [moving.id],
          })
      })()
      const exports = await Promise.all(times(size === 'large' ? 4 : 12, () => client.exportAccount()))
      isOver = true
      await moves
      for (const whole of exports) expect(JSON.stringify(whole).split('"Moving"')).toHaveLength(2)
    },
  )
})
