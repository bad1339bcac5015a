import { expect, test } from 'vitest'
import type { Card } from '../../../src/contract/card.ts'
import type { Waiting } from '../../../src/web/model/changes.ts'
import { deleteStore, failWrites, readStore } from '../../support/browsing/disk.ts'
import { add, arrives, isReadyForOffline, showsInbox, waitsOnDisk } from '../../support/engines/app.ts'
import { inEveryEngine, visit } from '../../support/engines/visit.ts'
import { chanceOfRun } from '../../support/machine/chance.ts'

inEveryEngine((launch) => {
  test('whatever happens to the disk, the network and the browser, each card arrives once', async () => {
    const { person, network, open, restart } = await visit(launch)
    const { client, user } = person
    const chance = chanceOfRun()
    const onceOrTwice = () => 1 + chance.below(2)
    let window = await open()
    await showsInbox(window)
    await isReadyForOffline(window)
    const typed: string[] = []
    async function type() {
      const text = `Card ${typed.length + 1}`
      await add(window, text)
      typed.push(text)
      await showsInbox(window, ...typed)
    }
    /** What is not on the disk, this window alone may know of. */
    const isKept = () =>
      expect
        .poll(async () => {
          const waiting = await window.evaluate(readStore<Waiting>, [user.id, 'outbox'] as const)
          const cards = await window.evaluate(readStore<Card>, [user.id, 'cards'] as const)
          const texts = waiting.map(({ operation }) => operation.kind === 'add card' && operation.text)
          return [...texts, ...cards.map(({ text }) => text)].includes(typed.at(-1) ?? '')
        })
        .toBe(true)
    const faults = {
      'the network goes': () => network.goDown(),
      'the network comes': () => network.comeBack(),
      'answers are lost': async () => {
        await network.comeBack()
        network.state = 'swallows'
      },
      'a write fails': () => window.evaluate(failWrites, [onceOrTwice(), 'AbortError'] as const),
      'the disk is cut off': () => window.evaluate(failWrites, [onceOrTwice(), 'InvalidStateError'] as const),
      'the database is deleted': () => window.evaluate(deleteStore, user.id),
      'the window is reloaded': async () => {
        await isKept()
        await window.reload()
      },
      'the browser is restarted': async () => {
        await isKept()
        await restart()
        window = await open()
      },
    }
    await type()
    // Each three times, in any order.
    const left = Object.values(faults).flatMap((happens) => [happens, happens, happens])
    while (left.length > 0) {
      const [happens] = left.splice(chance.below(left.length), 1)
      await happens?.()
      await showsInbox(window, ...typed)
      await type()
    }
    await network.comeBack()
    await arrives(client, ...typed)
    await waitsOnDisk(window, user.id, 0)
    await window.reload()
    await showsInbox(window, ...typed)
  })
})
