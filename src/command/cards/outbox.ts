import { type Given, UsageError } from '../command.ts'
import { fingerprint, type Login, readLogin } from '../login-file.ts'
import { answer, count, jsonOption } from '../terminal.ts'
import { connectTo } from './connection.ts'
import { explained } from './failures.ts'
import { isOf, type KeptCards, outbox } from './kept-cards.ts'
import type { Kept } from './kept-files.ts'
import { printable, titleOf } from './printable.ts'
import { sendEarlier } from './send-kept.ts'

export const options = {
  retry: { help: 'tries once more what was refused, and what an earlier login to this server has kept' },
  drop: { help: 'forgets what was refused' },
  ...jsonOption,
}
export const notes = `Cards wait here when the server could not be reached, or did not take them. Every other command sends first what waits.`

export async function run({ options: asked }: Given): Promise<number | undefined> {
  if (asked.retry !== undefined && asked.drop !== undefined)
    throw new UsageError('--retry or --drop, but not both. See: inboard outbox --help')
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
        ? 'Nothing waits to be sent.'
        : [...kept.flatMap((one) => drawn(one, login)), '', `They are in ${outbox.folder}`].join('\n'),
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

function drawn({ value }: Kept<KeptCards>, login: Login | undefined): string[] {
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
