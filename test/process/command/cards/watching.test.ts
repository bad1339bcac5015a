import { expect, test } from 'vitest'
import { eventually } from '../../../support/service/inboard.ts'
import { newDesks } from './desk.ts'

const desk = newDesks()

test('watching prints changes as they happen, until its output is closed', async () => {
  const { project } = await desk.board()
  const { card } = await desk.client.addProjectCard({ project_id: project.id, text: 'Sow' })
  const lines: string[] = []
  const watching = [desk.shell.start(['watch']), desk.shell.start(['watch', 'garden', '--json'])]
  const texts = watching.map(() => '')
  for (const [index, child] of watching.entries())
    child.stdout.on('data', (data) => {
      texts[index] += data
    })
  // Each has seen the account before it listens: what it prints first is what came later.
  const poke = async () => {
    await desk.client.editCard({ id: card.id, text: `Sow ${Math.random()}` })
    return texts.every((text) => text.includes('edited')) || undefined
  }
  await eventually(poke, 'both to watch')
  await desk.client.addInboxCard({ text: 'Elsewhere' })
  await desk.client.editCard({ id: card.id, complete: true })
  await desk.client.removeCard({ id: card.id })
  const all = await eventually(
    () => (texts.every((text) => text.includes('deleted')) ? texts : undefined),
    'the deletion to be printed',
  )
  lines.push(...(all[0] ?? '').trim().split('\n'))
  expect(lines.at(-3)).toMatch(/ {2}added: [g-z]{4} {2}Elsewhere {2}\(Inbox\)$/)
  expect(lines.at(-2)).toMatch(/ {2}completed: [g-z]{4} {2}Sow 0\.\d+ {2}\(Garden \/ To do\)$/)
  expect(lines.at(-1)).toMatch(/ {2}deleted: [g-z]{4} {2}Sow/)
  const events = (all[1] ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(events.some(({ text }) => text === 'Elsewhere')).toBe(false)
  expect(events.at(-1)).toMatchObject({ kind: 'card', what: ['deleted'], id: card.id })

  for (const child of watching) child.stdout.destroy()
  const ended = watching.map((child) => new Promise((resolve) => child.on('exit', resolve)))
  const noise = setInterval(() => void desk.client.addInboxCard({ text: 'Noise' }), 100)
  // The one that watches a project hears nothing of the inbox.
  await ended[0]
  clearInterval(noise)
  watching[1]?.kill()
  await ended[1]
})
