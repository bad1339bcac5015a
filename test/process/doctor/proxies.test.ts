import { afterAll, expect, test } from 'vitest'
import {
  appending,
  passingOn,
  type ReverseProxy,
  removing,
  replacing,
  startReverseProxy,
} from '../../support/network/reverse-proxy.ts'
import { cleanUp } from '../../support/processes/process.ts'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { about, examinedBeside } from './examining.ts'

const ended: { stop(): unknown }[] = []
afterAll(async () => {
  for (const one of ended) await one.stop()
  cleanUp()
})

/** An Inboard behind proxies. The first of them is at its APP_URL. */
async function behind(
  treatments: Parameters<typeof startReverseProxy>[0][],
  environment: Record<string, string>,
): Promise<TestInboard> {
  const proxies: ReverseProxy[] = []
  for (const treatment of treatments) proxies.push(await startReverseProxy(treatment))
  const inboard = await startTestInboard({ APP_URL: proxies[0]?.url ?? '', ...environment })
  for (const [index, proxy] of proxies.entries()) proxy.leadTo(proxies[index + 1]?.url ?? inboard.url)
  ended.push(inboard, ...proxies)
  return inboard
}

const share = 'all people share the limits of one IP'
const forge = 'clients can forge their IP'

test.each([
  ['one', [appending], 1, 'good: 1 in front; a forged X-Forwarded-For is ignored'],
  ['one that replaces', [replacing], 1, 'good: 1 in front; a forged X-Forwarded-For is ignored'],
  ['two', [appending, appending], 2, 'good: 2 in front; a forged X-Forwarded-For is ignored'],
  ['two, the first of which replaces', [replacing, appending], 2, 'good: 2 in front; a forged'],
  [
    'one that is not trusted',
    [appending],
    0,
    `problem: 1 proxy adds to X-Forwarded-For, but TRUST_PROXY is 0: ${share}`,
  ],
  [
    'two, one of which is trusted',
    [appending, appending],
    1,
    `problem: 2 proxies add to X-Forwarded-For, but TRUST_PROXY is 1: ${share}`,
  ],
  [
    'one, but two are trusted',
    [appending],
    2,
    `problem: 1 proxy adds to X-Forwarded-For, but TRUST_PROXY is 2: ${forge}`,
  ],
  [
    'one, but many are trusted',
    [appending],
    100,
    `problem: 1 proxy adds to X-Forwarded-For, but TRUST_PROXY is 100: ${forge}`,
  ],
  [
    'one that replaces, but two are trusted',
    [replacing],
    2,
    'warning: 1 proxy adds to X-Forwarded-For, but TRUST_PROXY is 2: whoever',
  ],
  ['one that sends no header', [removing], 1, `problem: it sends no X-Forwarded-For: ${share}`],
  [
    'one that sends no header, and none is trusted',
    [removing],
    0,
    `problem: it sends no X-Forwarded-For: ${share}`,
  ],
  [
    'one that passes the header on',
    [passingOn],
    1,
    `problem: it passes X-Forwarded-For on as clients send it: ${forge}`,
  ],
  [
    'one that adds the header only if there is none',
    [(sent: string | undefined, client: string) => sent ?? client],
    1,
    `problem: it passes X-Forwarded-For on as clients send it: ${forge}`,
  ],
])('%s', async (_what, treatments, trusted, said) => {
  const inboard = await behind(
    treatments.map((forwardedFor) => ({ forwardedFor })),
    { TRUST_PROXY: String(trusted) },
  )
  const findings = await examinedBeside(inboard)
  expect(about(findings, 'proxy')).toEqual([expect.stringContaining(said)])
  expect(about(findings, 'APP_URL')).toEqual([expect.stringMatching(/^good: /)])
})

test('none, but one is trusted', async () => {
  const inboard = await startTestInboard({ TRUST_PROXY: '1' })
  ended.push(inboard)
  expect(about(await examinedBeside(inboard), 'proxy')).toEqual([
    expect.stringMatching(/^problem: there is none between .+, but TRUST_PROXY is 1: clients can forge/),
  ])
})

test('the running server may have other variables', async () => {
  const inboard = await behind([{ forwardedFor: appending }], { TRUST_PROXY: '1' })
  expect(about(await examinedBeside(inboard, { TRUST_PROXY: '2' }), 'proxy')).toEqual([
    'warning: the running server has TRUST_PROXY=1, but the variables here say 2',
    expect.stringMatching(/^good: 1 in front/),
  ])
})

test('events arrive at once through a proxy that passes them on', async () => {
  const inboard = await behind([{}], { TRUST_PROXY: '1' })
  expect(about(await examinedBeside(inboard), 'events')).toEqual(['good: arrive at once'])
})

test('a proxy that holds back the event stream is reported', async () => {
  const inboard = await behind([{ holdsBack: true }], { TRUST_PROXY: '1' })
  const events = (await examinedBeside(inboard)).find(({ about }) => about === 'events')
  expect(events).toMatchObject({
    is: 'warning',
    says: 'the proxy holds back the event stream: changes from other devices arrive late',
    todo: expect.stringContaining('proxy_buffering off'),
  })
})

test('a proxy that removes the tokens of people is reported', async () => {
  const inboard = await behind([{ removesToken: true }], { TRUST_PROXY: '1' })
  expect(about(await examinedBeside(inboard), 'proxy')).toContain(
    'problem: it removes the header Authorization: nobody stays signed in',
  )
})

test('the server does not take the doctor for a proxy', async () => {
  const inboard = await startTestInboard()
  ended.push(inboard)
  const warnings = () => inboard.log.filter(({ msg }) => msg.startsWith('TRUST_PROXY'))
  await examinedBeside(inboard)
  expect(warnings()).toEqual([])
  await inboard.request('GET', '/healthz', { headers: { 'x-forwarded-for': '192.0.2.1' } })
  expect(warnings()).toHaveLength(1)
})
