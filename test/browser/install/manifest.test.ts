import { expect, test } from 'vitest'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

interface Manifest {
  [name: string]: unknown
  icons: { src: string; sizes: string; type: string; purpose?: string }[]
  screenshots: { src: string; sizes: string; type: string; form_factor: string; label: string }[]
  shortcuts: { name: string; url: string; icons: Manifest['icons'] }[]
  share_target: { action: string; method: string; params: Record<string, string> }
}

test('the manifest makes the app installable, as far as the browser is concerned, and says what it is called, how it opens, and what it can take', async () => {
  const page = await browsing.open('/', { worker: true })
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  const devtools = await page.context().newCDPSession(page)
  const { url, errors } = await devtools.send('Page.getAppManifest')
  expect([url, errors]).toEqual([`${browsing.appUrl}/assets/inboard.webmanifest`, []])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  const errorIds = installabilityErrors.map(({ errorId }) => errorId)
  // Where nothing could be installed: a browser in a test has no profile.
  expect(errorIds.filter((id) => id !== 'in-incognito')).toEqual([])

  const { headers, body } = await browsing.inboard.request('GET', '/assets/inboard.webmanifest')
  expect(headers.get('content-type')).toBe('application/manifest+json')
  const manifest: Manifest = body
  expect(manifest).toMatchObject({
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    name: 'Inboard',
    short_name: 'Inboard',
    description: expect.stringMatching(/./),
    theme_color: expect.stringMatching(/^#/),
    background_color: expect.stringMatching(/^#/),
    share_target: {
      action: '/share',
      method: 'GET',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  })
  expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['New card', '/?new'],
    ['Inbox', '/'],
  ])
  expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['any', undefined],
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ])
  expect(manifest.screenshots.map(({ form_factor }) => form_factor)).toEqual(['wide', 'narrow'])

  const pictures = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }) => icons),
  ]
  for (const { src, sizes, type } of pictures) {
    const answer = await fetch(browsing.inboard.url + src)
    expect([src, answer.status, answer.headers.get('content-type')]).toEqual([src, 200, type])
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(40_000)
    if (sizes === 'any') continue
    const size = await page.evaluate(async (path) => {
      const { width, height } = await createImageBitmap(await (await fetch(path)).blob())
      return `${width}x${height}`
    }, src)
    expect([src, size]).toEqual([src, sizes])
  }
})
