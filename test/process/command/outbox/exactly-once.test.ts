import { describe, expect, test } from 'vitest'
import { eventually } from '../../../support/service/inboard.ts'
import { newConnections } from './connection.ts'

const at = newConnections()

describe('exactly once', () => {
  test('a command that is killed before the response arrives adds its card only once', async () => {
    const { project } = await at.client.addProject({ title: 'Garden' })
    for (const words of [
      ['add', 'Milk'],
      ['add', 'Sow', '--project', 'Garden', '--to', 'Doing'],
    ]) {
      await at.killedUnheard(words)
      expect(at.files()).toHaveLength(1)
      await at.network.comeBack()
      await at.shell.does('ls')
    }
    expect(await at.texts()).toEqual(['Milk'])
    const { cards } = await at.client.listProjectCards({ project_id: project.id })
    expect(cards.map(({ text }) => text)).toEqual(['Sow'])
    expect(await at.shell.does('ls', 'Garden', 'Doing')).toContain('Sow')
    expect(at.files()).toEqual([])
  })

  test('an interrupted command says that the card is saved', async () => {
    const { child, ended } = await at.unheard(['add', 'Milk'])
    let complaint = ''
    child.stderr.on('data', (data) => {
      complaint += data
    })
    child.kill('SIGINT')
    await ended
    expect(child.exitCode).toBe(130)
    await eventually(
      () => complaint.includes('The card is saved on this machine') || undefined,
      'it to be told',
    )
    await at.network.comeBack()
    await at.shell.does('ls')
    expect(await at.texts()).toEqual(['Milk'])
  })

  test('a card that was sent, deleted and is sent again stays deleted', async () => {
    await at.killedUnheard(['add', 'Milk'])
    const [card] = (await at.client.listInboxCards()).cards
    await at.client.removeCard({ id: card?.id ?? '' })
    await at.network.comeBack()
    await at.shell.does('ls')
    expect(await at.texts()).toEqual([])
    expect(at.files()).toEqual([])
  })

  test('many concurrent commands on an unreliable network lose nothing and add nothing twice', async () => {
    const wanted = Array.from({ length: 6 }, (_, index) => `Card ${index}`)
    const start = (text: string) => {
      const child = at.shell.start(['add', text])
      child.stdin.end()
      return { child, ended: new Promise((resolve) => child.on('exit', resolve)) }
    }
    const kept = (count: number) =>
      eventually(() => at.files().length === count || undefined, `${count} to be kept`)
    at.network.state = 'swallows'
    const children = wanted.slice(0, 4).map(start)
    await kept(4)
    at.network.state = 'breaks'
    children.push(...wanted.slice(4).map(start))
    await kept(6)
    for (const { child } of children.filter((_, index) => index % 3 === 0)) child.kill('SIGKILL')
    await at.network.goDown()
    await at.network.comeBack()
    await Promise.all(children.map(({ ended }) => ended))
    await Promise.all([at.shell.does('ls'), at.shell.does('ls'), at.shell.does('outbox', '--retry')])
    const there = await at.texts()
    expect(new Set(there).size).toBe(there.length)
    // Those that were not killed have said that they have it.
    const promised = wanted.filter((_, index) => index % 3 !== 0)
    expect(promised.filter((text) => !there.includes(text))).toEqual([])
    expect(at.files()).toEqual([])
  })
})
