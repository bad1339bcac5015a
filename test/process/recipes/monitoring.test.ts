import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createMetrics } from '../../../src/server/metrics/metrics.ts'
import { root } from '../../support/processes/process.ts'
import { read } from './deployment.ts'

describe('Prometheus and Grafana', () => {
  const sources = {
    version: '1.0.0',
    clock: { now: Date.now },
    countWaiting: async () => 0,
    countStreams: () => 0,
    measure: async () => ({ users: 0, bytes: 0, freeBytes: 0, walBytes: 0, diskFreeBytes: 0, backupAt: 0 }),
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
