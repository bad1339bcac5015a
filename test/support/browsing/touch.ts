import type { Locator, Page } from 'playwright-core'
import { spoil } from './tab.ts'

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

export interface Point {
  x: number
  y: number
}

/** A point at a fraction of an element's height. */
export async function pointIn(locator: Locator, part = 0.5): Promise<Point> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not on the page')
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height * part) }
}

/** A finger on the screen, for more than taps. */
export async function finger(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setEmitTouchEventsForMouse', { enabled: true })
  await devtools.send('Input.setInterceptDrags', { enabled: true })
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    async swipe(from: Point, to: Point) {
      const steps = 20
      await touch('touchStart', from)
      for (let step = 1; step <= steps; step++) {
        const along = (one: number, other: number) => Math.round(one + ((other - one) * step) / steps)
        await touch('touchMove', { x: along(from.x, to.x), y: along(from.y, to.y) })
      }
      await touch('touchEnd')
    },
    /** Holds a card until the drag begins. Returns functions that continue it. */
    async longPress(card: Locator) {
      spoil(page)
      const from = await pointIn(card)
      const comesOff = new Promise<Parameters<typeof devtools.send<'Input.dispatchDragEvent'>>[1]>(
        (resolve) =>
          devtools.once('Input.dragIntercepted', ({ data }) => resolve({ type: 'dragEnter', ...from, data })),
      )
      // The browser begins to drag only after a touch of this kind.
      await devtools.send('Input.emulateTouchFromMouseEvent', {
        type: 'mousePressed',
        ...from,
        button: 'left',
        clickCount: 1,
      })
      const held = await comesOff
      if (!held) throw new Error('nothing came off')
      await devtools.send('Input.dispatchDragEvent', held)
      const carry = (type: 'dragOver' | 'drop', to: Point) =>
        devtools.send('Input.dispatchDragEvent', { ...held, type, ...to })
      return {
        async over(to: Point) {
          await carry('dragOver', to)
          // A browser repeats this event while the hand is still.
          await carry('dragOver', to)
        },
        // The touch is never released: on a phone it ends when the drag begins, but here releasing would
        // press something.
        drop: (to: Point) => carry('drop', to),
      }
    },
  }
}
