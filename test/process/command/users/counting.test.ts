import { afterAll, expect, test } from 'vitest'
import { environmentOf, inboard } from '../../../support/processes/command.ts'
import { startTestInboard } from '../../../support/service/inboard.ts'

const service = await startTestInboard()
afterAll(() => service.stop())

const environment = environmentOf(service.world.config)
const run = (...words: string[]) => inboard(words, { environment })

test('people who never signed in are listed only when asked for', async () => {
  await service.signIn('ada@example.com')
  await service.signIn('bob@example.com')
  await service.client().requestLink({ email: 'cleo@example.com' })

  const listed = async (...words: string[]) => {
    const { told } = await run('users', 'list', '--json', ...words)
    return JSON.parse(told).users.map(({ email }: { email: string }) => email)
  }
  expect(await listed()).toEqual(['ada@example.com', 'bob@example.com'])
  expect(await listed('--all')).toEqual(['ada@example.com', 'bob@example.com', 'cleo@example.com'])

  const list = await run('users', 'list')
  expect(list.told).not.toContain('cleo')
  expect(list.complaint).toBe('1 more has never signed in (--all).\n')
  const all = await run('users', 'list', '--all')
  expect(all.told).toMatch(/cleo@example\.com .* never signed in$/m)
  expect(all.complaint).toBe('')
})
