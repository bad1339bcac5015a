import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../support/processes/process.ts'
import { compose, dockerfile, inCompose, read, unit } from './deployment.ts'

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

  test('keeps long requests in the folder of the state, which it creates', () => {
    expect(unit).toContain('\nEnvironment=TMPDIR=/var/lib/inboard/tmp\nStateDirectory=inboard inboard/tmp\n')
  })

  test('waits for a server that shuts down', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10)
    expect(Number(/^ {4}stop_grace_period: (\d+)s$/m.exec(inCompose)?.[1])).toBeGreaterThan(10)
  })
})

test('both give it more memory than it needs, and no more than a small machine has', () => {
  const limits = [/^MemoryMax=(\d+)M$/m.exec(unit)?.[1], /^ {4}mem_limit: (\d+)m$/m.exec(inCompose)?.[1]]
  expect(limits).toEqual(['768', '768'])
})

describe('docker', () => {
  test('has a Node that the package accepts', () => {
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const oldest = Number(/^>=(\d+)/.exec(engines.node)?.[1])
    const [, image] = /^FROM node:(\d+)/m.exec(dockerfile) ?? []
    expect(Number(image)).toBeGreaterThanOrEqual(oldest)
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
