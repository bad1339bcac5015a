import { expect } from 'vitest'
import type { RouteName } from '../../../src/contract/plain/paths.ts'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import type { Answer, TestInboard } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { requestLineOf } from '../../support/service/well-formed.ts'
/** Somebody with a project and a card, who sends bodies to endpoints about them. */
export async function newGardener(at: TestInboard = inboard) {
  const { client, token } = await at.signIn()
  const { id: project_id } = (await client.addProject({ title: 'Garden' })).project
  const { id: card_id } = (await client.addProjectCard({ project_id, text: 'Weed' })).card

  async function send(name: RouteName, body: unknown): Promise<Answer> {
    const [method, path] = requestLineOf(name, name === 'editCard' ? card_id : project_id)
    return await at.request(method, path, { token, body })
  }

  const everything = async () =>
    JSON.stringify([
      await client.readMe(),
      await client.listPasskeys(),
      await client.listApiTokens(),
      await client.changes(),
    ])

  /** Each body is refused with an error that names the member. */
  async function expectRefused(name: RouteName, bodies: unknown[], field: string, message?: string) {
    for (const body of bodies) {
      const answer = await send(name, body)
      expect([name, body, outcome(answer)]).toEqual([name, body, '422 validation_failed'])
      expect(answer.body.errors).toEqual([
        { field, message: message ?? expect.stringMatching(/^[a-z].*[^.]$/) },
      ])
    }
  }
  return { client, project_id, card_id, send, everything, expectRefused }
}

export type Gardener = Awaited<ReturnType<typeof newGardener>>
