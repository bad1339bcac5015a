import { inboard } from '../../support/service/clocked.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'

export const minute = 60_000

/** Requests a link for an address and returns its token. */
export async function newLink(email: string): Promise<string> {
  const before = inboard.mails().filter(({ to }) => to === email).length
  await inboard.client().requestLink({ email })
  return await inboard.linkTo(email, before + 1)
}

export const open = (token: string) => codeOfRefusal(inboard.client().openLink({ token }))
