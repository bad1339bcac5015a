import type { RouteName } from '../../../src/contract/plain/paths.ts'
import { Ceremonies } from '../../support/authenticator/ceremonies.ts'
import type { Troubled } from './asking.ts'

/** Asks every endpoint for what is right. */
export async function succeedEverywhere({ inboard, ask }: Troubled): Promise<void> {
  const ceremonies = new Ceremonies(inboard)
  const person = await inboard.signIn()
  const { token } = person
  const email = `${crypto.randomUUID()}@example.com`
  await ask('requestLink', '', { body: { email } })
  await ask('openLink', '', { body: { token: await inboard.linkTo(email) } })
  const declined = `${crypto.randomUUID()}@example.com`
  await inboard.client().requestLink({ email: declined })
  const link = { body: { token: await inboard.linkTo(declined) } }
  for (const name of ['describeLink', 'declineLink'] as const) await ask(name, '', link)
  const passkey = ceremonies.newPasskey()
  const { body: creation } = await ask('startPasskeyRegistration', '', { token })
  const { body: added } = await ask('addPasskey', '', {
    token,
    body: { label: 'Key ring', credential: passkey.attest(creation) },
  })
  const { body: challenge } = await ask('startPasskeySignIn')
  await ask('finishPasskeySignIn', '', { body: passkey.assert(challenge) })
  await ask('removePasskey', added.passkey.id, { token })
  const { body: made } = await ask('addProject', '', { token })
  const project = made.project.id
  const { body: placed } = await ask('addProjectCard', project, { token })
  const rest = 'readProject renameProject listStatuses listProjectCards'.split(' ') as RouteName[]
  for (const name of rest) await ask(name, project, { token })
  for (const name of ['readCard', 'editCard', 'removeCard'] as const)
    await ask(name, placed.card.id, { token })
  for (const name of ['removeProject', 'restore', 'removeProject', 'purge'] as const)
    await ask(name, project, { token })
  const { body: allowed } = await ask('makeApiToken', '', { token })
  await ask('revokeApiToken', allowed.api_token.id, { token })
  const plain =
    'readMe requestAddressChange withdrawAddressChange listSessions endOtherSessions listApiTokens describeAuthorization allowAuthorization refuseAuthorization listPasskeys listProjects listInboxCards addInboxCard setColumn searchCards listBin emptyBin exportAccount importFile changes resetChanges events batch'
  for (const name of plain.split(' ') as RouteName[]) await ask(name, '', { token })
  await ask('endSession', 'current', { token })
  const leaving = await inboard.signIn()
  await ask('leave', '', { token: leaving.token, body: { email: leaving.user.email } })
}
