import { codeOfRefusal, type TestInboard } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
export async function signInLink(email: string, at: TestInboard = inboard): Promise<string> {
  await at.client().requestLink({ email })
  return await at.linkTo(email)
}

export const describeLink = (token: string, at: TestInboard = inboard) => at.client().describeLink({ token })
export const decline = (token: string, at: TestInboard = inboard) =>
  codeOfRefusal(at.client().declineLink({ token }))
export const open = (token: string, at: TestInboard = inboard) =>
  codeOfRefusal(at.client().openLink({ token }))
