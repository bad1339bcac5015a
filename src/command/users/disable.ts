import { disable } from '../../server/accounts/administer.ts'
import type { Given } from '../command.ts'
import { answer, jsonOption } from '../output/terminal.ts'
import { orId, withAccount } from './account.ts'

export { words } from './account.ts'
export const options = jsonOption
export const notes = `Sessions, API tokens, passkeys and links stop working, and no links are sent. A running server notices within five
seconds. Nothing is deleted: "inboard users enable" lets the owner sign in again.
${orId}`

export async function run({ words: [named = ''], options: asked }: Given): Promise<undefined> {
  const id = await withAccount(named, async ({ access, clock }, id) => {
    await disable(access, clock, id)
    return id
  })
  answer(
    asked,
    { user: { id, disabled: true } },
    () => `${named} is disabled and can't sign in. Nothing was deleted.`,
  )
}
