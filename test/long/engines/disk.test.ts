import { test } from 'vitest'
import { deleteStore, failWrites, mendWrites } from '../../support/browsing/disk.ts'
import { add, arrives, says, showsInbox, waitsOnDisk } from '../../support/engines/app.ts'
import { inEveryEngine, visit } from '../../support/engines/visit.ts'
import type { Window } from '../../support/engines/window.ts'

const comeBack = (window: Window) => window.evaluate(() => dispatchEvent(new Event('focus')))

inEveryEngine((launch) => {
  test('a disk that fails now and then, or loses everything, loses nothing that was typed', async () => {
    const { person, network, open } = await visit(launch)
    const { id } = person.user
    const window = await open()
    await showsInbox(window)
    await network.goDown()
    const typed = ['Before']
    await add(window, 'Before')
    await waitsOnDisk(window, id, 1)
    for (const name of ['AbortError', 'InvalidStateError', 'UnknownError']) {
      await window.evaluate(failWrites, [2, name] as const)
      await add(window, name)
      typed.push(name)
      await waitsOnDisk(window, id, typed.length)
    }
    await window.evaluate(deleteStore, id)
    await add(window, 'After')
    typed.push('After')
    await waitsOnDisk(window, id, typed.length)
    await window.evaluate(failWrites, [1000, 'UnknownError'] as const)
    await add(window, 'Later')
    typed.push('Later')
    await says(window, 'This browser has stopped keeping your changes.')
    await window.evaluate(mendWrites)
    await comeBack(window)
    await says(window, 'Your changes are kept on this device again.')
    await waitsOnDisk(window, id, typed.length)
    await network.comeBack()
    await arrives(person.client, ...typed)
    await waitsOnDisk(window, id, 0)
  })

  test('a device that is full says so, sends everything, and keeps it again when there is room', async () => {
    const { person, open } = await visit(launch)
    const window = await open()
    await showsInbox(window)
    await window.evaluate(failWrites, [1000, 'QuotaExceededError'] as const)
    await add(window, 'Milk')
    await says(window, 'This device is full.')
    await arrives(person.client, 'Milk')
    await window.evaluate(mendWrites)
    await comeBack(window)
    await says(window, 'Your changes are kept on this device again.')
    await window.reload()
    await showsInbox(window, 'Milk')
  })
})
