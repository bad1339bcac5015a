import { connectTo } from '../account/connection.ts'
import { explained } from '../account/failures.ts'
import { fingerprint, type Login, readLogin } from '../account/login-file.ts'
import { type Given, UsageError } from '../command.ts'
import { answer, count, jsonOption, printable, titleOf } from '../output/terminal.ts'
import type { Queued } from './file-queue.ts'
import { isOf, outbox, sendEarlier, type WaitingCards } from './send-waiting.ts'

export const options = {
  retry: { help: 'send refused cards again, and those of an earlier login to this server' },
  drop: { help: 'delete refused cards' },
  ...jsonOption,
}
export const notes = `Cards wait here if the server could not be reached or refused them. Every other command sends waiting cards first.`

export async function run({ options: asked }: Given): Promise<number | undefined> {
  if (asked.retry !== undefined && asked.drop !== undefined)
    throw new UsageError('Use either --retry or --drop. See: inboard outbox --help')
  if (asked.drop !== undefined) for (const one of outbox.all()) if (one.value.refused) outbox.remove(one)
  const login = asked.retry === undefined ? maybeLogin() : readLogin()
  if (login && asked.retry !== undefined) {
    adopt(login)
    const connection = connectTo(login)
    try {
      await sendEarlier(connection)
    } catch (error) {
      throw explained(error, login.url)
    }
  }
  const kept = outbox.all().filter(({ value }) => !value.undone)
  answer(
    asked,
    { waiting: kept.map(({ value: { login: _, ...value } }) => value), folder: outbox.folder },
    () =>
      kept.length === 0
        ? 'Nothing is waiting to be sent.'
        : [...kept.flatMap((one) => drawn(one, login)), '', `Stored in ${outbox.folder}`].join('\n'),
  )
  return undefined
}

function maybeLogin(): Login | undefined {
  try {
    return readLogin()
  } catch {
    return undefined
  }
}

function adopt(login: Login): void {
  for (const { name, value } of outbox.all()) {
    const { refused: _, account: __, ...rest } = value
    if (value.url === login.url) outbox.write({ name, value: { ...rest, login: fingerprint(login) } })
  }
}

function drawn({ value }: Queued<WaitingCards>, login: Login | undefined): string[] {
  const state = value.refused
    ? `refused: ${value.refused}`
    : login && isOf(login, value)
      ? 'waiting for the server'
      : `waiting for a login to ${value.url}`
  const place = printable([value.project ?? 'Inbox', ...(value.column ? [value.column] : [])].join(' / '))
  return [
    `${count(value.cards.length, 'card')} for ${place}, ${state}`,
    ...value.cards.map(({ text }) => `  ${titleOf(text)}`),
  ]
}
