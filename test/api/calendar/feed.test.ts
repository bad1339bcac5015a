import { describe, expect, test } from 'vitest'
import { parsers } from '../../support/service/parsed-calendar.ts'
import { inboard } from '../../support/service/shared.ts'
import { eventsIn, get, newCalendar } from './calendar.ts'

describe('a calendar', () => {
  test('has an event for each open card with a date, from everywhere, for every parser', async () => {
    const person = await inboard.signIn()
    const { client } = person
    const path = await newCalendar(person)
    const { project } = await client.addProject({ title: 'Garden; front, back' })
    const { card: first } = await client.addInboxCard({ text: 'Call Ada due:2026-11-20T15:30 #phone' })
    const { card: second } = await client.addProjectCard({
      project_id: project.id,
      text: 'Prune due:2026-11-21 every:year\n\nThe apple tree, not the pear 🍐\n- [ ] saw',
    })
    await client.addInboxCard({ text: 'Some day' })
    await client.addInboxCard({ text: 'Not a date: due:2026-02-30' })
    await client.addInboxCard({ text: 'Another case DUE:2026-11-20' })
    await client.addInboxCard({ text: 'Done due:2026-11-20', complete: true })
    const { card: gone } = await client.addInboxCard({ text: 'Gone due:2026-11-20' })
    await client.removeCard({ id: gone.id })
    await (await inboard.signIn()).client.addInboxCard({ text: 'Of somebody else due:2026-11-20' })

    const answer = await get(path)
    expect(answer.status).toBe(200)
    for (const [name, parse] of Object.entries(parsers))
      expect([name, parse(answer.text)]).toEqual([
        name,
        [
          {
            uid: `${first.id}@inboard`,
            title: 'Call Ada',
            about: '',
            url: `${inboard.world.config.appUrl}/card/${first.id}`,
            isAllDay: false,
            start: '2026-11-20T15:30',
            minutes: 30,
            hasAlarm: true,
          },
          {
            uid: `${second.id}@inboard`,
            title: 'Prune',
            about: '\nThe apple tree, not the pear 🍐\n- [ ] saw\n\nGarden; front, back',
            url: `${inboard.world.config.appUrl}/card/${second.id}`,
            isAllDay: true,
            start: '2026-11-21',
            minutes: undefined,
            hasAlarm: false,
          },
        ],
      ])
  })

  test('without a card is one too', async () => {
    const person = await inboard.signIn()
    const { status, text } = await get(await newCalendar(person))
    expect(status).toBe(200)
    for (const [name, parse] of Object.entries(parsers)) expect([name, parse(text)]).toEqual([name, []])
  })

  test('follows the cards', async () => {
    const person = await inboard.signIn()
    const { client } = person
    const path = await newCalendar(person)
    const titles = async () => eventsIn(await get(path)).map(({ title, start }) => `${title} ${start}`)
    const { card } = await client.addInboxCard({ text: 'Weed due:2026-11-20' })
    expect(await titles()).toEqual(['Weed 2026-11-20'])
    await client.editCard({ id: card.id, text: 'Weed well due:2026-12-01T08:00' })
    expect(await titles()).toEqual(['Weed well 2026-12-01T08:00'])
    await client.editCard({ id: card.id, complete: true })
    expect(await titles()).toEqual([])
    await client.editCard({ id: card.id, complete: false })
    expect(await titles()).toEqual(['Weed well 2026-12-01T08:00'])
    await client.removeCard({ id: card.id })
    expect(await titles()).toEqual([])
  })

  test('is the same to the byte until something changes, and says so by its tag', async () => {
    const person = await inboard.signIn()
    const { client } = person
    const path = await newCalendar(person)
    const { project } = await client.addProject({ title: 'Garden' })
    await client.addProjectCard({ project_id: project.id, text: 'Weed due:2026-11-20' })
    await client.addInboxCard({ text: 'Call due:2026-11-21' })
    const [first, again] = [await get(path), await get(path)]
    expect(again.text).toBe(first.text)
    const etag = first.headers.get('etag') ?? ''
    expect(again.headers.get('etag')).toBe(etag)
    const suffixed = etag.replace(/"$/, '-gzip"')
    for (const tags of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*', suffixed]) {
      const same = await get(path, { 'if-none-match': tags })
      expect([tags, same.status, same.text]).toEqual([tags, 304, ''])
      expect(same.headers.get('etag')).toBe(etag)
      expect(same.headers.get('cache-control')).toBe('private, max-age=300')
    }
    await client.renameProject({ project_id: project.id, title: 'Yard' })
    const renamed = await get(path, { 'if-none-match': etag })
    expect(renamed.status).toBe(200)
    expect(renamed.headers.get('etag')).not.toBe(etag)
    expect(eventsIn(renamed)[0]?.about).toBe('Yard')
  })
})
