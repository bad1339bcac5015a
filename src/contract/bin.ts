import Type, { type Static } from 'typebox'
import { Card } from './card.ts'
import { Kind } from './feed.ts'
import { Project, ProjectId, StatusId } from './project.ts'
import { Id, Nullable, Time } from './values.ts'

export const BinItemId = Id('a card or project in the bin', '01a1dd4b-3f76-7000-8c01-da6315d4a075')

export const BinItem = Type.Object(
  {
    id: BinItemId,
    kind: Kind,
    text: Type.Optional(
      Type.String({ description: 'The text; only for a card.', examples: ['Water the plants 🪴'] }),
    ),
    title: Type.Optional(
      Type.String({ description: 'The title; only for a project.', examples: ['Garden'] }),
    ),
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
    card_count: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'How many cards are restored with it; only for a project.',
        examples: [3],
      }),
    ),
    deleted_at: Time('When it was deleted'),
    expires_at: Time('When it is permanently deleted', '2026-12-15T09:30:00.000Z'),
  },
  { $id: 'BinItem', description: 'A deleted card or project that can be restored.' },
)
export type BinItem = Static<typeof BinItem>

export const BinList = Type.Object(
  { items: Type.Array(BinItem, { description: 'The items in the bin, newest first.' }) },
  { $id: 'BinList', description: 'The deleted items that can be restored.' },
)

export const Restored = Type.Object(
  { card: Type.Optional(Card), project: Type.Optional(Project) },
  { $id: 'Restored', description: 'The restored card or project.' },
)
export type Restored = Static<typeof Restored>
