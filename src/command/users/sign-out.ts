import { signOut } from '../../server/accounts/administer.ts'
import type { Given } from '../command.ts'
import { answer, jsonOption } from '../output/terminal.ts'
import { orId, withAccount } from './account.ts'

export { words } from './account.ts'
export const options = { everything: { help: 'also revoke API tokens and passkeys' }, ...jsonOption }
export const notes = `A running server notices within five seconds. The owner can sign in again with an emailed link.
${orId}`

export async function run({ words: [named = ''], options: asked }: Given): Promise<undefined> {
  const andAllElse = asked.everything !== undefined
  const id = await withAccount(named, async ({ access, clock }, id) => {
    await signOut(access, clock, id, andAllElse)
    return id
  })
  answer(asked, { user: { id } }, () =>
    andAllElse
      ? `${named} is signed out everywhere. API tokens and passkeys are revoked.`
      : `${named} is signed out everywhere. API tokens and passkeys still work.`,
  )
}
