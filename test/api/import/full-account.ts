import { expect } from 'vitest'
import type { ImportDocument } from '../../../src/contract/transfer.ts'
import { json } from '../../support/import-files/files.ts'
import { expectExact } from '../../support/service/counted.ts'
import { times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'
import { content, newcomer } from './people.ts'

/** Imports an account with many cards, exports it, and imports that elsewhere, while somebody else goes on working. */
export async function expectToMove(projects: number, perColumn: number, inInbox: number, lines = 10) {
  const [one, other, neighbour] = [await newcomer(), await newcomer(), await newcomer()]
  const column = (from: number, length = perColumn) =>
    times(length, (index) => ({
      text: `${from + index} "${'é\n'.repeat(lines)}"`,
      complete: index % 3 === 0,
      created_at: '2026-01-01T00:00:00.000Z',
    }))
  const account = {
    projects: times(projects, (project) => ({
      title: `Project ${project}`,
      created_at: `2026-01-${10 + project}T00:00:00.000Z`,
      statuses: ['To do', 'Doing', 'Done'].map((name, index) => ({
        name,
        cards: column((3 * project + index) * perColumn),
      })),
    })),
    inbox: column(3 * projects * perColumn, inInbox),
  }
  let isOver = false
  const working = (async () => {
    const { card } = await neighbour.client.addInboxCard({ text: 'x' })
    for (let count = 0; !isOver; count++) await neighbour.client.editCard({ id: card.id, text: `${count}` })
  })()
  const made = await one.client.importFile({ file: json({ format: 'inboard', version: 1, ...account }) })
  expect([made.projects, made.cards]).toEqual([projects, 3 * projects * perColumn + inInbox])
  const whole = await one.client.exportAccount()
  expect(content(whole)).toEqual(account)
  await other.client.importFile({ file: whole as ImportDocument })
  expect(content(await other.client.exportAccount())).toEqual(account)
  isOver = true
  await working
  await expectExact(other, inboard)
  return other
}
