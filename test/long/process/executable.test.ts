import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { version } from '../../../src/server/common/version.ts'
import { agentBy } from '../../support/agents/agent-program.ts'
import { inboard } from '../../support/processes/command.ts'
import { takeFirstSteps } from '../../support/processes/first-steps.ts'
import { cleanUp, newFolder, root, run } from '../../support/processes/process.ts'

afterAll(cleanUp)

let file: string
beforeAll(() => {
  file = join(newFolder(), 'inboard')
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/executable.js'), file], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^\S+inboard: \d+ MB\n$/)])
})

/** No Node anywhere. */
const alone = { PATH: '', NODE_COMPILE_CACHE: undefined }

test('one file serves everything, without Node and from any folder', async () => {
  expect(statSync(file).mode & 0o111).not.toBe(0)
  const server = await run({ command: [file], environment: alone })
  const token = await takeFirstSteps(server)
  const agent = await agentBy([file], { ...alone, INBOARD_URL: server.url, INBOARD_TOKEN: token })
  expect((await agent.use('overview')).text).toContain('"Garden": To do 1')
  await agent.close()
  const environment = { ...alone, DATABASE_URL: `sqlite:${server.database}`, PORT: String(server.port) }
  const command = (...words: string[]) =>
    inboard(words, { program: [file], environment, folder: newFolder() })
  expect(await command('--version')).toEqual({ code: 0, told: `${version}\n`, complaint: '' })
  expect((await command('doctor')).told).toContain(`answers, version ${version}`)
  const { told } = await command('users', 'list', '--json')
  expect(JSON.parse(told).users).toMatchObject([{ email: 'ada@example.com', projects: 1 }])
  expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
})
