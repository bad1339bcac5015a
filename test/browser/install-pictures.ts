import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { startBrowsing } from '../support/browsing/browsing.ts'
import { furnish } from '../support/browsing/furnish.ts'

// Part of `npm run screenshots`: the pictures of the web app's manifest. Its icons, drawn from icon.svg, and what browsers
// show before they install it.

const folder = resolve(import.meta.dirname, '../../src/web/pictures')

const browsing = await startBrowsing()
await drawIcons()
await takeScreenshots()
await browsing.stop()

async function drawIcons(): Promise<void> {
  const icon = readFileSync(`${folder}/icon.svg`, 'utf8')
  // Systems cut a shape out of it: all of it is coloured, and what matters is in the middle.
  const maskable = icon
    .replace(' rx="8"', '')
    .replace('<path ', '<path transform="translate(16 16) scale(.8) translate(-16 -16)" ')
  for (const [name, drawing, size] of [
    ['icon-192', icon, 192],
    ['icon-512', icon, 512],
    ['icon-maskable', maskable, 512],
  ] as const) {
    const page = await browsing.browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(`<body style="margin: 0; display: grid">${drawing}`)
    await page.screenshot({ path: `${folder}/${name}.png`, omitBackground: true })
    await page.close()
  }
}

async function takeScreenshots(): Promise<void> {
  const { garden, person } = await furnish(browsing)
  const take = async (name: string, path: string, options: BrowserContextOptions) => {
    const page = await browsing.open(path, { ...options, person })
    await page.locator('.card').first().waitFor()
    writeFileSync(`${folder}/${name}.webp`, await asWebp(page))
    await page.context().close()
  }
  await take('board-wide', `/projects/${garden.id}`, { viewport: { width: 1280, height: 800 } })
  await take('inbox-narrow', '/', {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  })
}

/** Half of a PNG, encoded by the browser itself. */
async function asWebp(page: Page): Promise<Buffer> {
  const png = (await page.screenshot({ animations: 'disabled' })).toString('base64')
  const webp = await page.evaluate(async (data) => {
    const picture = await createImageBitmap(new Blob([Uint8Array.fromBase64(data)]))
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    canvas.getContext('2d')?.drawImage(picture, 0, 0)
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 })
    return new Uint8Array(await blob.arrayBuffer()).toBase64()
  }, png)
  return Buffer.from(webp, 'base64')
}
