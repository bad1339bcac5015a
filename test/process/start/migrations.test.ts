import { afterAll, expect, test } from 'vitest'
import { readMigrations } from '../../../src/server/db/migrate.ts'
import { cleanUp, launch, main, run, type ServerProcess } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'

afterAll(cleanUp)

/** The lines of the log until it serves. */
const logged = ({ stdout }: ServerProcess) =>
  eventually(() => {
    const lines = stdout().split('\n').slice(0, -1)
    const end = lines.findIndex((line) => line.includes('"serving"'))
    return end < 0 ? undefined : lines.slice(0, end).map((line) => JSON.parse(line))
  }, 'the line that says that it serves')

test('each migration leaves a line in the log, with its name and how long it took', async () => {
  const first = await run()
  const lines = await logged(first)
  expect(lines.map(({ migration }) => migration)).toEqual(readMigrations('sqlite').map(({ name }) => name))
  for (const line of lines) expect(line).toMatchObject({ level: 30, ms: expect.any(Number), msg: 'migrated' })
  await first.kill('SIGTERM')

  const second = await run({ folder: first.folder })
  expect(await logged(second)).toEqual([])
  await second.kill('SIGTERM')
})

test('a first start prints what to do next after its log', async () => {
  const server = await launch({ command: ['sh', '-c', 'exec "$@" 2>&1', 'sh', process.execPath, main] })
  const printed = await eventually(() => {
    const text = server.stdout()
    return text.includes('"serving"') && text.includes('/docs\n') ? text : undefined
  }, 'the log and the banner')
  expect(printed.indexOf('  Next ')).toBeGreaterThan(printed.indexOf('"serving"'))
  await server.kill('SIGTERM')
})
