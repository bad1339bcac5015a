import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { cleanUp, newFolder, run } from '../../support/processes/process.ts'
import { codeOfRefusal, eventually, tokenIn } from '../../support/service/inboard.ts'

afterAll(cleanUp)

const modeOf = (file: string) => statSync(file).mode & 0o777

describe.concurrent('a start', () => {
  test('says calmly where it is and what to do next, and the next one reads .env and goes on with every session', async () => {
    const first = await run()
    const { port, database, folder } = first
    expect(first.stderr()).toBe(`
  Inboard is running

  URL        http://localhost:${port}  (listening on 127.0.0.1:${port})
  Database   SQLite, ${database}
  Mail       not sent, but shown here and kept in ${join(folder, 'mail.log')}

  Next       open http://localhost:${port} and sign in with your email address
             the API is described at http://localhost:${port}/docs

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

  test('with nothing configured keeps everything in ./data, and says it loudly when mail goes nowhere', async () => {
    const { folder, stderr } = await run({
      environment: { DATABASE_URL: '', MAIL_LOG_FILE: '', MAIL_TRANSPORT: '', PATH: '' },
    })
    const data = join(folder, 'data')
    expect(stderr()).toContain(`Database   SQLite, ${data}/inboard.db\n`)
    for (const file of ['jwt-secret', 'inboard.db', 'inboard.db-wal', 'inboard.db-shm'])
      expect(modeOf(join(data, file))).toBe(0o600)
    const machineHasSendmail = existsSync('/usr/sbin/sendmail') || existsSync('/usr/lib/sendmail')
    expect(stderr().includes('NO MAIL IS SENT')).toBe(!machineHasSendmail)
  })

  test('takes its secret from a file, shows links in the terminal and keeps messages as lines, and outlives the terminal', async () => {
    const folder = newFolder()
    const secret = join(folder, 'secret')
    writeFileSync(secret, 'the secret that is kept in a file of its own\n')
    const { child, client, stderr, stdout, mails, kill } = await run({
      folder,
      environment: { APP_URL: 'https://board.example.com', LOG_LEVEL: 'debug', JWT_SECRET_FILE: secret },
    })
    const mailTo = (email: string) =>
      eventually(() => mails().find(({ to }) => to === email), `a message to ${email}`)
    await client().requestLink({ email: 'ada@example.com' })
    const mail = await mailTo('ada@example.com')
    expect(Object.keys(mail)).toEqual(['at', 'to', 'subject', 'text'])
    expect(mail.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const token = tokenIn(mail.text)
    const link = `https://board.example.com/verify-email?token=${token}`
    expect(mail.text).toContain(link)
    await eventually(
      () => stderr().includes(`for ada@example.com:\n  ${link}\n`) || undefined,
      'the link in the terminal',
    )
    expect(modeOf(join(folder, 'mail.log'))).toBe(0o600)
    const session = await client().openLink({ token })
    await client(session.token).readMe()
    expect(existsSync(join(folder, 'jwt-secret'))).toBe(false)
    expect(stdout()).not.toContain(token)
    expect(stdout()).not.toContain('ada@example.com')

    child.stdout?.destroy()
    child.stderr?.destroy()
    for (const email of ['bob@example.com', 'cleo@example.com']) {
      await client().requestLink({ email })
      await mailTo(email)
    }
    expect(await kill('SIGTERM')).toEqual({ code: 0, signal: null })
  })
})
