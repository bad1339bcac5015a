import { expect, test } from 'vitest'
import { linkIn } from '../support/browsing/account.ts'
import { failWrites } from '../support/browsing/disk.ts'
import {
  add,
  arrives,
  cardWith,
  isReadyForOffline,
  says,
  showsInbox,
  waitsOnDisk,
} from '../support/engines/app.ts'
import { inEveryEngine, visit } from '../support/engines/visit.ts'

inEveryEngine((launch) => {
  test('a person signs in and types, also offline; nothing is lost', async () => {
    const { inboard, network, open, restart } = await visit(launch, { isKnown: false })
    const email = 'ada@example.com'
    let window = await open()
    await says(window, 'Email me a link')
    await window.click('[name="email"]')
    await window.type(email)
    await window.press('Enter')
    await inboard.linkTo(email)
    await window.goTo(linkIn(inboard.mails().at(-1)?.text))
    await says(window, 'Continue to Inboard')
    await window.click('button.primary')
    await says(window, 'Your inbox is empty.')
    const { token, user } = await window.evaluate(() =>
      JSON.parse(localStorage.getItem('inboard.session') ?? ''),
    )
    const client = inboard.client(token)

    await add(window, 'Milk')
    await arrives(client, 'Milk')
    await isReadyForOffline(window)
    await window.reload()
    await showsInbox(window, 'Milk')
    await waitsOnDisk(window, user.id, 0)

    await network.goDown()
    await window.evaluate(failWrites, [1, 'AbortError'] as const)
    await add(window, 'Bread')
    await add(window, 'Jam')
    await waitsOnDisk(window, user.id, 2)
    await window.reload()
    await showsInbox(window, 'Milk', 'Bread', 'Jam')
    await restart()
    window = await open()
    await showsInbox(window, 'Milk', 'Bread', 'Jam')
    expect(await window.evaluate((selector) => !!document.querySelector(selector), cardWith('Jam'))).toBe(
      true,
    )

    await network.comeBack()
    await arrives(client, 'Milk', 'Bread', 'Jam')
    const other = await open()
    await showsInbox(other, 'Milk', 'Bread', 'Jam')
    await add(other, 'Tea')
    await showsInbox(window, 'Milk', 'Bread', 'Jam', 'Tea')
  })
})
