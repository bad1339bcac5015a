import { enable } from '../../server/accounts/administer.ts'
import type { Given } from '../command.ts'
import { answer, jsonOption } from '../output/terminal.ts'
import { orId, withAccount } from './account.ts'

export { words } from './account.ts'
export const options = jsonOption
export const notes = `API tokens and passkeys work again, and links are sent. Old sessions do not come back.
${orId}`

export async function run({ words: [named = ''], options: asked }: Given): Promise<undefined> {
  const id = await withAccount(named, async ({ db }, id) => {
    await enable(db, id)
    return id
  })
  answer(asked, { user: { id, disabled: false } }, () => `${named} can sign in again.`)
}
