import Type, { type Static } from 'typebox'
import { Card } from './card.ts'
import { Kind } from './feed.ts'
import { Project, ProjectId, StatusId } from './project.ts'
import { Id, List, Named, Natural, Nullable, Time, Words } from './values.ts'

export const BinItemId = Id('a card or project in the bin', '01a1dd4b-3f76-7000-8c01-da6315d4a075')

export const BinItem = Named('BinItem', 'A deleted card or project that can be restored.', {
  id: BinItemId,
  kind: Kind,
  text: Type.Optional(Words('The text; only for a card.', 'Water the plants 🪴')),
  title: Type.Optional(Words('The title; only for a project.', 'Garden')),
  project_id: Type.Optional(
    Nullable(ProjectId, {
      description:
        'The project that the card was deleted from, which may have been deleted since; null for the inbox; only for a card.',
    }),
  ),
  status_id: Type.Optional(
    Nullable(StatusId, {
      description: 'The status that the card was deleted from; null for the inbox; only for a card.',
    }),
  ),
  card_count: Type.Optional(Natural('How many cards are restored with it; only for a project.', 3)),
  deleted_at: Time('When it was deleted'),
  expires_at: Time('When it is permanently deleted', '2026-12-15T09:30:00.000Z'),
})
export type BinItem = Static<typeof BinItem>

export const BinList = Named('BinList', 'The deleted items that can be restored.', {
  items: List(BinItem, 'The items in the bin, newest first.'),
})

export const Restored = Named('Restored', 'The restored card or project.', {
  card: Type.Optional(Card),
  project: Type.Optional(Project),
})
export type Restored = Static<typeof Restored>
