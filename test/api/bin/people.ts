import type { Card } from '../../../src/contract/card.ts'
import type { TestInboard } from '../../support/service/inboard.ts'
import { sender } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'
export const last = 2_147_483_647
export const missing = '01890000-0000-7000-8000-000000000000'
export const inbox = { project_id: null, status_id: null }

export async function newcomer(at: TestInboard = inboard) {
  const person = await at.signIn()
  const { client } = person
  return {
    ...person,
    send: sender(at, person.token),
    seq: async () => (await client.changes()).seq,
    bin: async () => (await client.listBin()).items,
    inbox: async () => ranks((await client.listInboxCards()).cards),
    /** Cards in the inbox by their texts, each at the end, or at the position behind its name: `'a b c7'`. */
    async cards(names: string, project_id?: string): Promise<Record<string, string>> {
      const ids: Record<string, string> = {}
      for (const name of names.split(' ')) {
        const [, text = '', digits] = /^(\D+)(\d+)?$/.exec(name) ?? []
        const card = { text, ...(digits && { position: Number(digits) }) }
        const made = project_id ? client.addProjectCard({ project_id, ...card }) : client.addInboxCard(card)
        ids[text] = (await made).card.id
      }
      return ids
    },
  }
}

export const ranks = (cards: Card[]) => cards.map(({ text, position }) => `${text}${position}`).join(' ')
