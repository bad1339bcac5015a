import type { Locator, Page } from 'playwright-core'

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

export interface Point {
  x: number
  y: number
}

/** A part of the way down something. */
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
  const touch = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', { x, y }: Point) =>
    devtools.send('Input.emulateTouchFromMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
  return {
    async swipe(from: Point, to: Point) {
      const steps = 20
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
        devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
      await send('touchStart', [from])
      for (let step = 1; step <= steps; step++) {
        const along = (one: number, other: number) => Math.round(one + ((other - one) * step) / steps)
        await send('touchMove', [{ x: along(from.x, to.x), y: along(from.y, to.y) }])
      }
      await send('touchEnd', [])
    },
    /** Holds a card until it comes off the page, and answers with what carries it on. */
    async longPress(card: Locator) {
      const from = await pointIn(card)
      const comesOff = new Promise<Parameters<typeof devtools.send<'Input.dispatchDragEvent'>>[1]>(
        (resolve) =>
          devtools.once('Input.dragIntercepted', ({ data }) => resolve({ type: 'dragEnter', ...from, data })),
      )
      await touch('mousePressed', from)
      const held = await comesOff
      if (!held) throw new Error('nothing came off')
      await devtools.send('Input.dispatchDragEvent', held)
      const over = (to: Point) =>
        devtools.send('Input.dispatchDragEvent', { ...held, type: 'dragOver', ...to })
      return {
        async over(to: Point) {
          await over(to)
          // A browser says so again and again, of a hand that is still.
          await over(to)
        },
        async drop(to: Point) {
          await devtools.send('Input.dispatchDragEvent', { ...held, type: 'drop', ...to })
          await touch('mouseReleased', to)
        },
      }
    },
  }
}
