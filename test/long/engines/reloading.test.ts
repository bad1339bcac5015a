import { expect, test } from 'vitest'
import { add, arrives, showsInbox } from '../../support/engines/app.ts'
import { inEveryEngine, visit } from '../../support/engines/visit.ts'

inEveryEngine((launch) => {
  test('a window that is reloaded again and again, or left and come back to, stays alive and up to date', async () => {
    const { person, open } = await visit(launch)
    const window = await open()
    await add(window, 'Milk')
    await arrives(person.client, 'Milk')
    for (let times = 0; times < 8; times++) {
      await window.reload()
      await showsInbox(window, 'Milk')
    }
    const here = await window.evaluate(() => location.href)
    await window.goTo('about:blank')
    // It may be shown again as it was left, without being loaded.
    await window.evaluate(() => setTimeout(() => history.back()) && undefined)
    await expect.poll(() => window.evaluate(() => location.href)).toBe(here)
    await showsInbox(window, 'Milk')
    await person.client.addInboxCard({ text: 'Bread' })
    await showsInbox(window, 'Milk', 'Bread')
    await add(window, 'Jam')
    await arrives(person.client, 'Milk', 'Bread', 'Jam')
  })
})
