import { expect, test } from 'vitest'
import { openAgain } from '../../../browser/outbox/inbox.ts'
import { beNewer, upgradedService } from '../../../browser/outbox/of-releases.ts'
import { putStore, type RecordedStore, stores } from '../../../releases/stores/store.ts'
import { add, card, composer } from '../../../support/browsing/boards.ts'
import { becomes, comeBack, inboxOf } from '../../../support/browsing/browsing.ts'
import { isSent } from '../../../support/browsing/store.ts'

const newest = stores.at(-1) as RecordedStore

test('a frozen tab that does not let go of an old store holds up its upgrade, but not the app; all is sent once it is gone', () =>
  upgradedService(newest.release, async (browsing, ada) => {
    const frozen = await browsing.open('/healthz', { person: ada })
    await putStore(frozen, ada.user.id, newest)
    await frozen.evaluate(
      (name) =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open(name)
          opening.onsuccess = () => {
            Object.assign(globalThis, { held: opening.result })
            resolve()
          }
        }),
      `inboard.${ada.user.id}`,
    )
    await frozen.context().addInitScript(beNewer)
    const page = await openAgain(browsing, frozen.context())
    await composer(page).waitFor()
    await card(page, 'Call Lin').waitFor()
    await page.getByText('Here your changes are only kept once the server has them.').waitFor()
    await add(page, 'Meanwhile')
    await becomes(async () => (await inboxOf(ada.client)).at(-1), 'Meanwhile')
    expect(await inboxOf(ada.client)).not.toContain('Buy stamps')
    await frozen.close()
    await comeBack(page)
    const wanted = ['Buy stamps', 'Buy strong string', 'Call Lin', 'Meanwhile', 'Read']
    await becomes(async () => (await inboxOf(ada.client)).toSorted(), wanted)
    await isSent(page, ada.user.id)
    await becomes(() => page.getByRole('listitem', { name: 'Meanwhile' }).count(), 1)
  }))
