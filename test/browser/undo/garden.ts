import type { Desk } from '../../support/browsing/keys.ts'

export const garden = { 'To do': ['Weed', 'Water', 'Sow'], Doing: ['Plan'], Done: ['Dig', 'Rake'] }

/** The cards of the board that are complete, as the server has them. */
export const completed = async ({ client, project }: Desk) =>
  (await client.listProjectCards({ project_id: project.id })).cards
    .filter(({ complete }) => complete)
    .map(({ text }) => text)
