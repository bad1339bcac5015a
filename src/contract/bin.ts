import Type, { type Static } from 'typebox'
import { Card } from './card.ts'
import { Kind } from './feed.ts'
import { Project } from './project.ts'
import { Id, Time } from './values.ts'

export const BinItemId = Id('a card or project in the bin', '01a1dd4b-3f76-7000-8c01-da6315d4a075')

export const BinItem = Type.Object(
  {
    id: BinItemId,
    kind: Kind,
    text: Type.Optional(
      Type.String({ description: 'What the card says; only of a card.', examples: ['Water the plants 🪴'] }),
    ),
    title: Type.Optional(Type.String({ description: 'The title; only of a project.', examples: ['Garden'] })),
    card_count: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'How many cards come back with it; only of a project.',
        examples: [3],
      }),
    ),
    deleted_at: Time('When it was deleted'),
    expires_at: Time('When it goes for good', '2026-12-15T09:30:00.000Z'),
  },
  { $id: 'BinItem', description: 'Something that was deleted and can be restored.' },
)
export type BinItem = Static<typeof BinItem>

export const BinList = Type.Object(
  { items: Type.Array(BinItem, { description: 'What is in the bin, the newest first.' }) },
  { $id: 'BinList', description: 'What was deleted and can be restored.' },
)

export const Restored = Type.Object(
  { card: Type.Optional(Card), project: Type.Optional(Project) },
  { $id: 'Restored', description: 'The card or the project, as it is again.' },
)
export type Restored = Static<typeof Restored>
