import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, run } from '../../support/processes/process.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'

afterAll(cleanUp)

test('a start prints where it runs and what to do next, and the next one reads .env and keeps every session', async () => {
  const first = await run()
  const { port, database, folder } = first
  expect(first.stderr()).toBe(`
  Inboard is running

  URL        http://localhost:${port}  (listening on 127.0.0.1:${port})
  Database   SQLite, ${database}
  Mail       not sent: shown here and written to ${join(folder, 'mail.log')}

  Next       open http://localhost:${port} and sign in with your email address
             the API documentation is at http://localhost:${port}/docs

`)
  const token = await first.signIn('ada@example.com')
  const secret = readFileSync(join(folder, 'jwt-secret'), 'utf8')
  expect(first.stderr() + first.stdout()).not.toContain(secret.trim())
  expect(await first.kill('SIGTERM')).toEqual({ code: 0, signal: null })

  writeFileSync(
    join(folder, '.env'),
    `DATABASE_URL="sqlite:${database}"\nHOST=localhost\nMAX_PROJECTS=1\nPORT=not-a-port\n`,
  )
  // The real environment wins.
  const second = await run({ folder, environment: { DATABASE_URL: undefined } })
  expect(second.stderr()).toContain(`(listening on localhost:${second.port})`)
  expect(second.stderr()).toContain(`Database   SQLite, ${database}\n`)
  const ada = second.client(token)
  expect((await ada.readMe()).user.email).toBe('ada@example.com')
  expect(readFileSync(join(folder, 'jwt-secret'), 'utf8')).toBe(secret)
  await ada.addProject({ title: 'One' })
  expect(await codeOfRefusal(ada.addProject({ title: 'Two' }))).toBe('project_limit_reached')
})
