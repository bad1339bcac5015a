import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Finding } from '../../../src/command/doctor/finding.ts'
import { environmentOf, inboard } from '../../support/processes/command.ts'
import { cleanUp, newFolder } from '../../support/processes/process.ts'
import { startTestInboard } from '../../support/service/inboard.ts'
import { TestSmtp } from '../../support/service/smtp.ts'

afterAll(cleanUp)

test('if all is well it says so, and sends a test message on request', async () => {
  const smtp = await TestSmtp.start()
  const server = await startTestInboard(smtp.environment)
  const { config } = server.world
  const { code, told, complaint } = await inboard(['doctor', '--send-test-mail', 'ada@example.com'], {
    environment: { ...smtp.environment, ...environmentOf(config), PORT: String(config.port) },
  })
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
  expect(told).toMatch(/\n\nAll is well\.\n$/)
  expect(told).not.toMatch(/^[!✗]/m)
  expect(smtp.to('ada@example.com').map(({ email }) => email.subject)).toEqual(['Inboard can send mail'])
  await server.stop()
  await smtp.stop()
})

test('the exit code is 1 for a problem but not for a warning, and nothing is created', async () => {
  const server = await startTestInboard()
  const folder = newFolder()
  const { config } = server.world
  const findingsWith = async (environment: Record<string, string>) => {
    const { code, told, complaint } = await inboard(['doctor', '--json'], {
      folder,
      environment: { ...environmentOf(config), PORT: String(config.port), ...environment },
    })
    expect(complaint).toBe('')
    const findings: Finding[] = JSON.parse(told).findings
    return { code, ways: new Set(findings.map(({ is }) => is)) }
  }
  expect(await findingsWith({})).toEqual({ code: 0, ways: new Set(['good', 'warning']) })
  expect(await findingsWith({ PORT: 'eighty' })).toEqual({
    code: 1,
    ways: new Set(['good', 'warning', 'problem']),
  })
  expect(existsSync(join(folder, 'data'))).toBe(false)
  await server.stop()
})

test('with an invalid variable, nothing is said of the proxy that its default would have', async () => {
  const { code, told } = await inboard(['doctor', '--json'], {
    environment: { APP_URL: 'board.example.com', TRUST_PROXY: '1', MAIL_TRANSPORT: 'log' },
  })
  const findings: Finding[] = JSON.parse(told).findings
  expect(code).toBe(1)
  expect(findings.filter(({ is }) => is === 'problem')).toEqual([
    expect.objectContaining({ about: 'configuration', says: expect.stringMatching(/^APP_URL must be /) }),
  ])
})

test('a message goes to an address, or nowhere', async () => {
  expect(await inboard(['doctor', '--send-test-mail', 'ada'])).toMatchObject({
    code: 2,
    complaint: '--send-test-mail needs an email address, such as ada@example.com.\n',
  })
})
