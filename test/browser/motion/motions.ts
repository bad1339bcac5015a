import type { Page } from 'playwright-core'

/** What was animated: the text of the card, whether a copy of it flew, and by how much it was away from its place at first. */
export interface Motion {
  card: string
  isGhost: boolean
  from: string
  duration: number
}

/** Writes down every animation that begins on the page from now on. */
export const recordMotions = (page: Page) =>
  page.evaluate(() => {
    const motions: Motion[] = []
    Object.assign(window, { motions })
    const { animate } = Element.prototype
    Element.prototype.animate = function (keyframes, options) {
      const animation = animate.call(this, keyframes, options)
      const effect = animation.effect as KeyframeEffect
      const [from = {}]: Partial<ComputedKeyframe>[] = effect.getKeyframes()
      motions.push({
        card: this.querySelector('.text')?.textContent ?? '',
        isGhost: this.matches('.ghost'),
        from: `${from.transform ?? from.translate ?? ''}`,
        duration: Number(effect.getComputedTiming().duration),
      })
      return animation
    }
  })

/** What has begun since this was last asked. */
export const motions = (page: Page): Promise<Motion[]> =>
  page.evaluate(() => (window as unknown as { motions: Motion[] }).motions.splice(0))

/** No copy is left behind, and nothing moves any more. */
export const isStill = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelectorAll('.ghost').length + document.getAnimations().length === 0)
