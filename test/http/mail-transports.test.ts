import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../src/server/clock.ts'
import { createTransport } from '../../src/server/mail/transports.ts'
import { eventually, startTestInboard, type TestInboard, tokenIn } from '../support/service/inboard.ts'
import { TestSmtp } from '../support/service/smtp.ts'

// These tests spend most of their time waiting, so they run concurrently.
vi.setConfig({ maxConcurrency: 8 })

const folder = mkdtempSync(join(tmpdir(), 'inboard-'))
const running: TestInboard[] = []
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()))
  rmSync(folder, { recursive: true })
})

async function start(environment: Record<string, string>) {
  const inboard = await startTestInboard(environment)
  running.push(inboard)
  return inboard
}

const sent = (inboard: TestInboard, count: number) =>
  eventually(
    async () => (await inboard.metric('inboard_mail_sent_total')) === count || undefined,
    `${count} message(s) sent`,
  )

/** A folder with a `sendmail` script that saves its standard input and its arguments, and then runs `then`. */
function sendmail(then = 'exit 0') {
  const place = mkdtempSync(join(folder, 'sendmail-'))
  const program = join(place, 'sendmail')
  const mails = join(place, 'mails')
  mkdirSync(mails)
  // Shell built-ins only, because PATH contains nothing but this folder.
  const script = `#!/bin/sh
{ for one in "$@"; do printf '%s\\n' "$one"; done; } > '${mails}'/$$.arguments
{ while IFS= read -r line; do printf '%s\\n' "$line"; done; } > '${mails}'/$$.message
${then}
`
  writeFileSync(program, script, { mode: 0o755 })
  const read = (ending: string) =>
    readdirSync(mails)
      .filter((file) => file.endsWith(ending))
      .map((file) => readFileSync(join(mails, file), 'utf8'))
  return {
    place,
    program,
    environment: { MAIL_TRANSPORT: 'sendmail', PATH: place },
    messages: () => read('.message'),
    arguments: () => read('.arguments').map((lines) => lines.trimEnd().split('\n')),
  }
}

describe.concurrent('the sendmail transport', () => {
  test('hands the whole message to the program, with both addresses as arguments', async () => {
    const program = sendmail()
    const inboard = await start({ ...program.environment, MAIL_FROM: 'Boards, Cards <mail@example.org>' })
    await inboard.client().requestLink({ email: 'ada@example.com' })
    await sent(inboard, 1)
    expect(program.arguments()).toEqual([['-i', '-f', 'mail@example.org', '--', 'ada@example.com']])
    const [message = ''] = program.messages()
    // sendmail expects plain line feeds and converts them to CRLF itself.
    expect(message).not.toContain('\r')
    const email = await PostalMime.parse(message)
    expect(email).toMatchObject({
      from: { name: 'Boards, Cards', address: 'mail@example.org' },
      to: [{ address: 'ada@example.com' }],
      subject: 'Your sign-in link for Inboard',
    })
    const { user } = await inboard.client().openLink({ token: tokenIn(email.text ?? '') })
    expect(user.email).toBe('ada@example.com')
  })

  test.each(['-oQ/tmp@example.com', '--help@example.com', '-t@example.com', "a'b+$x`id`@example.com"])(
    'passes %s on as an address and as nothing else',
    async (email) => {
      const program = sendmail()
      const inboard = await start(program.environment)
      await inboard.client().requestLink({ email })
      await sent(inboard, 1)
      expect(program.arguments()).toEqual([['-i', '-f', 'no-reply@localhost', '--', email.toLowerCase()]])
    },
  )

  test('tries again when the program fails, and says how it failed', async () => {
    const program = sendmail(`[ -e '${folder}/mended' ] || exit 75`)
    const inboard = await start(program.environment)
    await inboard.client().requestLink({ email: 'ada@example.com' })
    const { reason } = await eventually(() => inboard.log[0], 'a line in the log')
    expect(reason).toBe('sendmail ended with status 75')
    expect(await inboard.metric('inboard_mail_waiting')).toBe(1)
    writeFileSync(join(folder, 'mended'), '')
    await sent(inboard, 1)
    const emails = await Promise.all(program.messages().map((message) => PostalMime.parse(message)))
    expect(emails.length).toBeGreaterThan(1)
    expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(1)
    await inboard.client().openLink({ token: tokenIn(emails[0]?.text ?? '') })
  })

  test('tries again when the program has gone missing', async () => {
    const program = sendmail()
    const inboard = await start(program.environment)
    chmodSync(program.program, 0o644)
    await inboard.client().requestLink({ email: 'ada@example.com' })
    expect((await eventually(() => inboard.log[0], 'a line in the log')).reason).toBe('EACCES')
    chmodSync(program.program, 0o755)
    await sent(inboard, 1)
    expect(program.messages()).toHaveLength(1)
  })
})

describe.concurrent('the log transport', () => {
  test('keeps each message as one line that only its owner can read, however many come at once', async () => {
    const file = join(folder, 'many', 'deep', 'mail.log')
    const servers = await Promise.all([start({ MAIL_LOG_FILE: file }), start({ MAIL_LOG_FILE: file })])
    const people = Array.from({ length: 60 }, (_, n) => `person-${n}@example.com`)
    await Promise.all(people.map((email, n) => servers[n % 2]?.client().requestLink({ email })))
    await Promise.all(servers.map((inboard) => sent(inboard, 30)))
    const mails = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(mails.map(({ to }) => to).toSorted()).toEqual(people.toSorted())
    for (const mail of mails) expect(Object.keys(mail)).toEqual(['at', 'to', 'subject', 'text'])
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('tries again when the file cannot be written', async () => {
    const file = join(folder, 'in-the-way', 'mail.log')
    const inboard = await start({ MAIL_LOG_FILE: file })
    // A folder in place of the file makes the write fail even for root, who ignores permissions.
    rmSync(file, { force: true })
    mkdirSync(file, { recursive: true })
    await inboard.client().requestLink({ email: 'ada@example.com' })
    expect((await eventually(() => inboard.log[0], 'a line in the log')).reason).toBe('EISDIR')
    expect(await inboard.metric('inboard_mail_waiting')).toBe(1)
    rmSync(file, { recursive: true })
    await sent(inboard, 1)
    const [line = '', ...more] = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(more).toEqual([])
    await inboard.client().openLink({ token: tokenIn(JSON.parse(line).text) })
  })
})

describe.concurrent('an attempt that is called off ends at once, and whatever it held', () => {
  const message = { to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: 'Hello' }
  const from = 'mail@example.org'
  const show = () => {}

  test.each([
    ['', {}],
    ['over TLS ', { secure: true, logger: false as const }],
  ])('with a mail server that %shangs', async (_how, options) => {
    const smtp = await TestSmtp.start(options)
    smtp.treat = () => 'hang after data'
    const url = `${smtp.url}?tls.rejectUnauthorized=false`
    const send = createTransport({ transport: 'smtp', from, url }, systemClock, show)
    const calledOff = new AbortController()
    const sending = send(message, 'id', calledOff.signal)
    await eventually(() => smtp.pending.size === 1 || undefined, 'the message')
    calledOff.abort()
    await expect(sending).rejects.toThrow()
    await eventually(() => smtp.connections === 0 || undefined, 'the end of the connection')
    await smtp.stop()
  })

  test('with a mail server that sends a byte now and then, which no timeout for silence notices', async () => {
    let open = 0
    const server = createServer((socket) => {
      open++
      socket.on('error', () => {})
      socket.resume()
      const trickle = setInterval(() => socket.write('2'), 20)
      socket.once('close', () => {
        clearInterval(trickle)
        open--
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const url = `smtp://127.0.0.1:${port}`
    const send = createTransport({ transport: 'smtp', from, url }, systemClock, show)
    const calledOff = new AbortController()
    const sending = send(message, 'id', calledOff.signal)
    await eventually(() => open === 1 || undefined, 'a connection')
    calledOff.abort()
    await expect(sending).rejects.toThrow()
    await eventually(() => open === 0 || undefined, 'the end of the connection')
    server.close()
  })

  test('with a mail program that never ends', async () => {
    const pid = join(folder, 'pid')
    const { program } = sendmail(`echo $$ > '${pid}'\nwhile :; do :; done`)
    const send = createTransport({ transport: 'sendmail', from, program }, systemClock, show)
    const calledOff = new AbortController()
    const sending = send(message, 'id', calledOff.signal)
    const id = await eventually(
      () => (existsSync(pid) && Number(readFileSync(pid, 'utf8'))) || undefined,
      'the program',
    )
    calledOff.abort()
    await expect(sending).rejects.toThrow()
    await eventually(() => (isRunning(id) ? undefined : true), 'its end')
  })
})

function isRunning(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
