import { sweepAccounts } from '../../../src/server/accounts/sweep.ts'
import { inboard } from '../../support/service/clocked.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'

export const minute = 60_000
export const hour = 60 * minute

export async function sweepAfter(milliseconds: number) {
  inboard.clock.advance(milliseconds)
  await sweepAccounts(inboard.world)
}

export const open = (token: string) => codeOfRefusal(inboard.client().openLink({ token }))

export async function newLink(email: string): Promise<string> {
  const before = inboard.mails().filter(({ to }) => to === email).length
  await inboard.client().requestLink({ email })
  return await inboard.linkTo(email, before + 1)
}
