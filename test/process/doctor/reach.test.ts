import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../support/network/free-port.ts'
import { PathProxy } from '../../support/network/path-proxy.ts'
import { type ReverseProxy, startReverseProxy } from '../../support/network/reverse-proxy.ts'
import { newServerCertificate } from '../../support/network/server-certificate.ts'
import { environmentOf, inboard } from '../../support/processes/command.ts'
import { cleanUp, newFolder } from '../../support/processes/process.ts'
import { startTestInboard } from '../../support/service/inboard.ts'
import { about, examined, examinedBeside } from './examining.ts'

const ended: { stop(): unknown }[] = []
afterAll(async () => {
  for (const one of ended) await one.stop()
  cleanUp()
})

async function start(...given: Parameters<typeof startTestInboard>) {
  const started = await startTestInboard(...given)
  ended.push(started)
  return started
}

async function proxy(options?: Parameters<typeof startReverseProxy>[0]): Promise<ReverseProxy> {
  const started = await startReverseProxy(options)
  ended.push(started)
  return started
}

/** Its URL. */
async function other(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ended.push({ stop: () => server.close() })
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

test('another Inboard has another secret', async () => {
  const [ours, theirs] = [await start(), await start()]
  expect(about(await examinedBeside(ours, { APP_URL: theirs.url }), 'APP_URL')).toEqual([
    `problem: ${theirs.url} leads to another Inboard: its JWT_SECRET differs`,
  ])
})

test('below a path, the proxy has to pass on two documents at the root of the host', async () => {
  const host = await PathProxy.start()
  ended.push(host)
  const APP_URL = `${host.url}/boards`
  const ours = await start({ APP_URL })
  host.add({ path: '/boards', url: ours.url, strips: true })
  expect(about(await examinedBeside(ours), 'agents')).toEqual([
    'warning: cannot connect themselves: the proxy does not pass on /.well-known/oauth-authorization-server/boards and /.well-known/oauth-protected-resource/boards/mcp',
  ])
  expect(about(await examinedBeside(ours, { OAUTH: 'off' }), 'agents')).toEqual([])
  host.add({ path: '/.well-known', url: ours.url, strips: false })
  expect(about(await examinedBeside(ours), 'agents')).toEqual(['good: can connect themselves'])
})

test('a server that does not run is a problem', async () => {
  const port = await freePort()
  const findings = await examined({ PORT: String(port) })
  expect(findings.find((one) => one.about === 'APP_URL')).toMatchObject({
    is: 'problem',
    says: expect.stringMatching(/^http:\/\/localhost:\d+ does not answer: connect ECONNREFUSED/),
    todo: expect.stringContaining(`Start the server. If it is running on 127.0.0.1:${port}, check the proxy`),
  })
})

test('a proxy that reaches no server is told where it is', async () => {
  const ours = await start()
  const empty = await proxy()
  empty.leadTo(`http://127.0.0.1:${await freePort()}`)
  const findings = await examinedBeside(ours, { APP_URL: empty.url, TRUST_PROXY: '1' })
  expect(findings.find((one) => one.about === 'APP_URL')).toMatchObject({
    is: 'problem',
    says: `${empty.url} answers, but is not Inboard (502)`,
    todo: `Start the server. If it is running, the proxy has to lead to 127.0.0.1:${ours.world.config.port}.`,
  })
  // What nobody could look at is not said to be good.
  expect(about(findings, 'proxy')).toEqual([])
})

test('a redirect to https says what to set', async () => {
  const url = await other(({ url: path }, response) =>
    response.writeHead(308, { location: `https://localhost${path}` }).end(),
  )
  const findings = await examined({ APP_URL: url, TRUST_PROXY: '1' })
  expect(findings.find((one) => one.about === 'APP_URL')).toMatchObject({
    is: 'problem',
    says: `${url} redirects to https://localhost`,
    todo: 'Set APP_URL=https://localhost',
  })
})

test('a redirect to a page that asks who it is says so', async () => {
  const url = await other((_request, response) =>
    response.writeHead(302, { location: 'https://login.example.com/?next=/' }).end(),
  )
  const findings = await examined({ APP_URL: url, TRUST_PROXY: '1' })
  expect(findings.find((one) => one.about === 'APP_URL')).toMatchObject({
    says: `${url} redirects to https://login.example.com/?next=/`,
    todo: expect.stringContaining('let /healthz pass'),
  })
})

test('a certificate counts if this machine trusts it', async () => {
  const { key, certificate } = newServerCertificate('localhost')
  const secured = await proxy({ identity: { key, cert: certificate } })
  const ours = await start({ APP_URL: secured.url, TRUST_PROXY: '1' })
  secured.leadTo(ours.url)
  expect(about(await examinedBeside(ours), 'APP_URL')).toEqual([
    expect.stringMatching(
      /^problem: the certificate of https:\/\/localhost:\d+ is not trusted: self-signed certificate$/,
    ),
  ])
  const file = join(newFolder(), 'authority.pem')
  writeFileSync(file, certificate)
  const { told } = await inboard(['doctor', '--json'], {
    environment: { ...environmentOf(ours.world.config), TRUST_PROXY: '1', NODE_EXTRA_CA_CERTS: file },
  })
  expect(about(JSON.parse(told).findings, 'APP_URL')).toEqual([expect.stringMatching(/^good: /)])
})

test('a certificate for another name does not count', async () => {
  const { key, certificate } = newServerCertificate('elsewhere.example.com')
  const secured = await proxy({ identity: { key, cert: certificate } })
  expect(about(await examined({ APP_URL: secured.url, TRUST_PROXY: '1' }), 'APP_URL')).toEqual([
    expect.stringMatching(/^problem: the certificate of .+ is not trusted/),
  ])
})
