import Type, { type Static } from 'typebox'
import { Id, Nullable, Refused, Text, Time } from './values.ts'

export const maxPosition = 2_147_483_647

const CardText = Text(2000, 'What the card says')
const Position = Type.Integer({ minimum: 0, maximum: maxPosition, description: 'Rank in its column, from 0' })

export const Card = Type.Object(
  {
    id: Id,
    owner_id: Id,
    project_id: Nullable(Id),
    status_id: Nullable(Id),
    text: Type.String(),
    complete: Type.Boolean(),
    position: Position,
    created_at: Time,
    updated_at: Time,
  },
  {
    $id: 'Card',
    additionalProperties: false,
    description: 'In the inbox both project_id and status_id are null; elsewhere neither is.',
  },
)
export type Card = Static<typeof Card>

export const CardEnvelope = Type.Object({ card: Card }, { $id: 'CardEnvelope', additionalProperties: false })
export const CardList = Type.Object(
  { cards: Type.Array(Card) },
  { $id: 'CardList', additionalProperties: false },
)

export const NewCard = Type.Object(
  { text: CardText, complete: Type.Optional(Type.Boolean()), position: Type.Optional(Position) },
  { $id: 'NewCard' },
)
export type NewCard = Static<typeof NewCard>

const toMove = 'cannot be patched: a card is moved with PUT /api/cards/order'

export const CardPatch = Type.Object(
  {
    text: Type.Optional(CardText),
    complete: Type.Optional(Type.Boolean()),
    position: Type.Optional(Position),
    status_id: Type.Optional(Refused(toMove)),
    project_id: Type.Optional(Refused(toMove)),
  },
  {
    $id: 'CardPatch',
    description: 'At least one of text, complete and position',
    anyOf: [{ required: ['text'] }, { required: ['complete'] }, { required: ['position'] }],
  },
)
export type CardPatch = Static<typeof CardPatch>

export const ColumnOrder = Type.Object(
  {
    project_id: Nullable(Id),
    status_id: Nullable(Id),
    card_ids: Type.Array(Id, {
      description:
        'Each once, in the wanted order. Cards of the column that are not listed stay, after these.',
    }),
  },
  { $id: 'ColumnOrder', description: 'Both ids null: the inbox.' },
)
export type ColumnOrder = Static<typeof ColumnOrder>
