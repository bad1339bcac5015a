import { showAccount } from '../../server/accounts/administer.ts'
import type { Given } from '../command.ts'
import { accessIn, answer, facts, inBytes, jsonOption } from '../output/terminal.ts'
import { orId, readAccount } from './account.ts'
import { stateOf } from './list.ts'

export { words } from './account.ts'
export const options = jsonOption
export const notes = orId

export async function run({ words: [named = ''], options: asked }: Given): Promise<undefined> {
  const account = await readAccount(named, ({ db, clock }, id) => showAccount(db, clock, id))
  const { email, id, created_at, last_signed_in_at, projects, cards, bytes } = account
  answer(asked, { user: account }, () =>
    facts([
      ['address', email],
      ['id', id],
      ['since', created_at],
      ['state', stateOf(account) || 'active'],
      ['last sign-in', last_signed_in_at ?? 'none recorded'],
      ['projects', projects],
      ['cards', `${cards}, including the bin`],
      ['text', inBytes(bytes)],
      ['access', accessIn(account)],
    ]),
  )
}
