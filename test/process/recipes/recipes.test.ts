import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/server/config.ts'
import { createMetrics } from '../../../src/server/metrics/metrics.ts'
import { cleanUp, root, run, type ServerProcess } from '../../support/processes/process.ts'

// What is in deploy/ is used by people whose machines we do not see. Here it is held against the program, so that it does not
// fall behind. deploy/README.md says what else was tried.

const read = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8')
/** Of a text of which each match has a name and a value. */
const pairsIn = (text: string, pattern: RegExp) =>
  Object.fromEntries([...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value.trim()]))

const unquoted = (value: string) => value.replace(/^(['"])(.*)\1$/, '$2')

const unit = read('systemd/inboard.service')
const dockerfile = read('docker/Dockerfile')
const compose = read('docker/compose.yaml')
const inCompose = /\n {2}inboard:\n(.*?)\n\n/s.exec(compose)?.[1] ?? ''
const environmentOf = {
  systemd: {
    ...pairsIn(read('systemd/inboard.env'), /^(\w+)=(.*)$/gm),
    ...pairsIn(unit, /(?<=^Environment=.*?)([A-Z_]+)=(\S+)/gm),
  },
  docker: pairsIn(dockerfile.slice(dockerfile.indexOf('ENV PATH')), /^(?:ENV)?\s+([A-Z_]+)=(.*?) ?\\?$/gm),
  compose: pairsIn(inCompose, /^ {6}([A-Z_]+): (.*)$/gm),
}

/** What is not for Inboard, but for what it runs on. */
const forOthers = ['PATH', 'NODE_ENV', 'NODE_OPTIONS', 'MALLOC_MMAP_THRESHOLD_']

describe.each(Object.entries(environmentOf))('the variables for %s', (_what, environment) => {
  test('are variables of Inboard', () => {
    const known = readConfig({}).names
    expect(Object.keys(environment).length).toBeGreaterThan(4)
    expect(Object.keys(environment).filter((name) => !known.has(name) && !forOthers.includes(name))).toEqual(
      [],
    )
  })
})

test.each([
  ['systemd', environmentOf.systemd],
  ['compose', { ...environmentOf.docker, ...environmentOf.compose }],
])('the configuration for %s is in order', (_what, given) => {
  const environment = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, unquoted(value)]),
  )
  // The files come into being where it is deployed.
  const { complaints, warnings } = readConfig(environment)
  expect({ complaints, warnings }).toEqual({ complaints: [], warnings: [] })
  expect(environment).toMatchObject({
    JWT_SECRET_FILE: expect.anything(),
    SMTP_URL_FILE: expect.anything(),
    NODE_ENV: 'production',
    TRUST_PROXY: '1',
  })
})

describe('systemd', () => {
  const backup = read('systemd/inboard-backup.service')
  const hardening = (text: string) =>
    text
      .slice(text.indexOf('UMask='))
      .split('\n')
      .filter((line) => /^\w+=/.test(line) && !line.startsWith('WantedBy='))

  test('shuts the backup in as it does the server', () => {
    expect(hardening(unit).length).toBeGreaterThan(25)
    expect(hardening(backup)).toEqual(hardening(unit))
  })

  test('backs up with the configuration of the server', () => {
    const files = [unit, backup].map((text) => /^EnvironmentFile=(.+)$/m.exec(text)?.[1])
    expect(files).toEqual(['/etc/inboard/inboard.env', '/etc/inboard/inboard.env'])
  })

  test('waits for a server that shuts down', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10)
    expect(Number(/^ {4}stop_grace_period: (\d+)s$/m.exec(inCompose)?.[1])).toBeGreaterThan(10)
  })
})

describe('docker', () => {
  test('has a Node that the package accepts, in both stages', () => {
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const oldest = Number(/^>=(\d+)/.exec(engines.node)?.[1])
    const images = [...dockerfile.matchAll(/^FROM node:(\d+)/gm)].map(([, version]) => Number(version))
    expect(images).toHaveLength(2)
    expect(Math.min(...images)).toBeGreaterThanOrEqual(oldest)
  })

  test('runs as somebody else than root, on a file system that cannot be written', () => {
    const lines = dockerfile.split('\n')
    expect(lines.indexOf('USER node')).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith('RUN')))
    expect(inCompose).toContain('read_only: true')
    expect(inCompose).toContain('cap_drop: [ALL]')
  })

  test('declares every secret that it uses, and uses every one that it declares', () => {
    const used = new Set([...compose.matchAll(/\/run\/secrets\/(\w+)/g)].map(([, name]) => name))
    const declared = [...compose.matchAll(/^ {2}(\w+):\n {4}file: \.\/secrets\/\1$/gm)].map(
      ([, name]) => name,
    )
    expect(declared.toSorted()).toEqual([...used].toSorted())
  })

  test('installs the version that these files belong to', () => {
    const [, newest] = /^## ([\d.]+)/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? []
    expect(inCompose).toContain(`INBOARD_VERSION: ${newest}\n`)
  })
})

describe('beside a server', () => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await run()
  })
  afterAll(cleanUp)

  test('the proxies keep the links that it sends out of their logs', async () => {
    await server.client().requestLink({ email: 'ada@example.com' })
    await expect.poll(() => server.mails().length).toBe(1)
    const link = new URL(/https?:\/\/\S+/.exec(server.mails()[0]?.text ?? '')?.[0] ?? '')
    expect(read('nginx/inboard.conf')).toContain(
      `location ${link.pathname} {\n        access_log off;\n        error_log /var/log/nginx/error.log crit;\n`,
    )
    const [parameter] = link.searchParams.keys()
    const caddy = read('caddy/Caddyfile')
    // For errors, and for requests.
    expect(caddy.split(`replace ${parameter} REDACTED`)).toHaveLength(3)
    expect(caddy.split('resp_headers>Location delete')).toHaveLength(3)
  })

  test('the health check of the image knows whether it is alive', async () => {
    const [, command = '[]'] = /HEALTHCHECK .*\\\n {2}CMD (.+)$/m.exec(dockerfile) ?? []
    const [, ...words]: string[] = JSON.parse(command)
    const check = async (port: number) => {
      const child = spawn(process.execPath, words, { env: { PORT: String(port) } })
      const [code] = await once(child, 'exit')
      return code
    }
    expect(await check(server.port)).toBe(0)
    await server.kill('SIGTERM')
    expect(await check(server.port)).toBe(1)
  })
})

describe('Prometheus and Grafana', () => {
  const sources = {
    version: '1.0.0',
    clock: { now: Date.now },
    countWaiting: async () => 0,
    countStreams: () => 0,
    measure: async () => ({ users: 0, bytes: 0, freeBytes: 0, walBytes: 0 }),
  }
  const rules = read('prometheus/inboard.rules.yml')
  let metrics: Set<string>
  beforeAll(async () => {
    const onPostgres = createMetrics({ ...sources, poolUse: () => ({ inUse: 0, waiting: 0, most: 0 }) })
    const texts = [await createMetrics(sources).text(), await onPostgres.text()]
    metrics = new Set(texts.join('').match(/(?<=^# TYPE )\w+/gm))
  })

  test.each(globSync('deploy/{prometheus,grafana}/*', { cwd: root }).map((file) => basename(file)))(
    '%s names only metrics that there are',
    (file) => {
      const [text = ''] = globSync(`deploy/*/${file}`, { cwd: root }).map((path) =>
        readFileSync(join(root, path), 'utf8'),
      )
      const named = new Set(text.match(/\b(?:inboard|nodejs|process)_\w+/g))
      const stems = [...named].map((name) => name.replace(/_(?:bucket|count)$/, ''))
      expect(stems.filter((name) => !metrics.has(name))).toEqual([])
    },
  )

  test('use every metric of our own that can tell of trouble', () => {
    const ours = [...metrics].filter((name) => name.startsWith('inboard_'))
    const dashboard = read('grafana/inboard.json')
    const unused = ours.filter((name) => !dashboard.includes(name))
    expect(unused).toEqual(['inboard_measured_timestamp_seconds'])
  })

  test('each alert says what to do, and is among those that are tried', () => {
    const alerts = [...rules.matchAll(/^ {6}- alert: (\w+)\n(.*?)(?=\n\n|$(?![\s\S]))/gms)]
    expect(alerts.length).toBeGreaterThan(8)
    for (const [, name, body = ''] of alerts)
      expect([name, /severity: \w+/.test(body), /description: \S/.test(body)]).toEqual([name, true, true])
    expect(read('prometheus/inboard.rules.test.yml')).toContain(`exp_samples: [{ value: ${alerts.length} }]`)
  })
})
