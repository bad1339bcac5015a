import { signOut } from '../../server/accounts/administer.ts'
import type { Given } from '../command.ts'
import { answer, jsonOption } from '../terminal.ts'
import { orId, withAccount } from './account.ts'

export { words } from './account.ts'
export const options = { everything: { help: 'API tokens and passkeys go, too' }, ...jsonOption }
export const notes = `A running server notices within five seconds. Its owner can sign in again with an emailed link. ${orId}`

export async function run({ words: [named = ''], options: asked }: Given): Promise<undefined> {
  const andAllElse = asked.everything !== undefined
  const id = await withAccount(named, async ({ access, clock }, id) => {
    await signOut(access, clock, id, andAllElse)
    return id
  })
  answer(asked, { user: { id } }, () =>
    andAllElse
      ? `Nothing that has let anyone in to ${named} does so any more.`
      : `${named} is signed out everywhere. API tokens and passkeys still work.`,
  )
}
