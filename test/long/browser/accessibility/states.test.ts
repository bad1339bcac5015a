import { describe, expect, test } from 'vitest'
import { examine } from '../../../browser/accessibility/look.ts'
import { pathOf } from '../../../browser/accessibility/room.ts'
import { rooms } from '../../../browser/accessibility/rooms.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

describe.each(rooms)(
  'axe objects to nothing, nothing is cut off, and a finger hits everything, in light and dark, narrow and wide: $what',
  ({ prepare, options, states }) => {
    test.each(states)('$what', async (state) => {
      const scene = { browsing, ...(await prepare(browsing)) }
      const { person } = scene
      const page = await browsing.open(pathOf(state, scene), { ...options, ...(person && { person }) })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await state.reach(page, scene)
      expect(await examine(page, state, options?.hasTouch)).toEqual([])
    })
  },
)
