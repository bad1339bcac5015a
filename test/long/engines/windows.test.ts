import { test } from 'vitest'
import { add, arrives, showsInbox, waitsOnDisk } from '../../support/engines/app.ts'
import { inEveryEngine, visit } from '../../support/engines/visit.ts'

inEveryEngine((launch) => {
  test('two windows show the same, with a network and without; when one is closed the other goes on', async () => {
    const { person, network, open } = await visit(launch)
    const one = await open()
    const other = await open()
    await add(one, 'Milk')
    await showsInbox(other, 'Milk')
    await waitsOnDisk(one, person.user.id, 0)
    await network.goDown()
    await add(other, 'Bread')
    await showsInbox(one, 'Milk', 'Bread')
    await add(one, 'Jam')
    await showsInbox(other, 'Milk', 'Bread', 'Jam')
    await waitsOnDisk(other, person.user.id, 2)
    // It was the first, and has sent for both.
    await one.close()
    await network.comeBack()
    await arrives(person.client, 'Milk', 'Bread', 'Jam')
    await add(other, 'Tea')
    await arrives(person.client, 'Milk', 'Bread', 'Jam', 'Tea')
    const third = await open()
    await showsInbox(third, 'Milk', 'Bread', 'Jam', 'Tea')
  })
})
