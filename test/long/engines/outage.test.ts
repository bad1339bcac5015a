import { expect, test } from 'vitest'
import { add, arrives, isReadyForOffline, showsInbox, waitsOnDisk } from '../../support/engines/app.ts'
import { inEveryEngine, visit } from '../../support/engines/visit.ts'

inEveryEngine((launch) => {
  test('changes made offline survive a restart and are sent when the network is back', async () => {
    const { person, network, open, restart } = await visit(launch)
    await person.client.addInboxCard({ text: 'Milk' })
    const before = await open()
    await showsInbox(before, 'Milk')
    await isReadyForOffline(before)
    await network.goDown()
    await add(before, 'Bread')
    await before.click('[aria-label="Complete Milk"]')
    await waitsOnDisk(before, person.user.id, 2)
    await restart()
    const window = await open()
    await showsInbox(window, 'Milk', 'Bread')
    await add(window, 'Jam')
    await waitsOnDisk(window, person.user.id, 3)
    await network.comeBack()
    await arrives(person.client, 'Milk', 'Bread', 'Jam')
    const { cards } = await person.client.listInboxCards()
    expect(cards.map(({ complete }) => complete)).toEqual([true, false, false])
    await waitsOnDisk(window, person.user.id, 0)
  })

  test('an answer that is lost on the way makes nothing twice', async () => {
    const { person, network, open } = await visit(launch)
    const window = await open()
    await showsInbox(window)
    network.state = 'swallows'
    await add(window, 'Milk')
    await expect.poll(() => network.swallowed).toBeGreaterThan(0)
    await add(window, 'Bread')
    await window.reload()
    await network.goDown()
    await network.comeBack()
    await arrives(person.client, 'Milk', 'Bread')
    await waitsOnDisk(window, person.user.id, 0)
    await showsInbox(window, 'Milk', 'Bread')
  })
})
