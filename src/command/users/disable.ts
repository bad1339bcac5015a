import { disable } from '../../server/accounts/administer.ts'
import type { Given } from '../command.ts'
import { answer, jsonOption } from '../terminal.ts'
import { orId, withAccount } from './account.ts'

export { words } from './account.ts'
export const options = jsonOption
export const notes = `No session, API token, passkey or link lets anybody in, and no link is sent. A running server notices within five
seconds. Nothing is deleted: "inboard users enable" lets its owner in again. ${orId}`

export async function run({ words: [named = ''], options: asked }: Given): Promise<undefined> {
  const id = await withAccount(named, async ({ access, clock }, id) => {
    await disable(access, clock, id)
    return id
  })
  answer(
    asked,
    { user: { id, disabled: true } },
    () => `Nobody gets in to ${named} any more. What is in it is kept.`,
  )
}
