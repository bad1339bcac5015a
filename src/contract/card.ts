import Type, { type Static } from 'typebox'
import { UserId } from './account.ts'
import { longestText } from './plain/limits.ts'
import { ProjectId, StatusId } from './project.ts'
import { Flag, Id, List, Named, Natural, Nullable, Revision, sent, Text, Time, Words } from './values.ts'

export const maxPosition = 2_147_483_647
const maxCardIds = 10_000

export const CardId = Id('a card', '01a1dd4b-3f76-7000-8c01-da6315d4a075')

const CardText = Text(longestText, 'The text of the card.', 'Water the plants 🪴')
const Complete = Flag('Whether the card is complete.', false)
const Position = Natural('The rank of the card in its column. The first has 0.', 0, { maximum: maxPosition })

export const Card = Named(
  'Card',
  'A card, in the inbox of its owner (project_id and status_id are both null) or in a column of a project (both are set).',
  {
    id: CardId,
    owner_id: UserId,
    project_id: Nullable(ProjectId, {
      description: 'The id of its project; null if the card is in the inbox.',
    }),
    status_id: Nullable(StatusId, {
      description: 'The id of its status (its column on the board); null if the card is in the inbox.',
    }),
    text: Words('The text of the card.', 'Water the plants 🪴'),
    complete: Complete,
    position: Position,
    created_at: Time('When the card was created'),
    updated_at: Time(
      'When the card was last edited, restored, or moved to another column (moves within a column do not count)',
    ),
    revision: Revision,
  },
)
export type Card = Static<typeof Card>

/** The members that go to the bin and back, and into an export. A new member needs a column in `cards` and in `bin`. */
export const CardContent = Type.Omit(Card, [
  'id',
  'owner_id',
  'project_id',
  'status_id',
  'position',
  'updated_at',
  'revision',
])
export type CardContent = Static<typeof CardContent>

export const CardEnvelope = Named('CardEnvelope', 'One card.', { card: Card })
export const CardList = Named('CardList', 'Cards, in their order.', {
  cards: List(Card, 'The cards, in their order.'),
})

export const CardSearch = Named('CardSearch', 'A search for cards.', {
  q: Text(longestText, 'The words to search for, separated by white space.', 'plants'),
  limit: Type.Optional(Natural('The most cards to return.', 50, { minimum: 1, maximum: 200, default: 50 })),
})
export type CardSearch = Static<typeof CardSearch>

export const NewCard = Named('NewCard', 'A new card.', {
  text: CardText,
  complete: Type.Optional(Complete),
  position: Type.Optional(Position),
})
export type NewCard = Static<typeof NewCard>

const toMove = 'cannot be patched: use PUT /api/cards/order to move a card'

export const CardPatch = Type.Object(
  {
    text: Type.Optional(CardText),
    complete: Type.Optional(Complete),
    position: Type.Optional(Position),
  },
  {
    $id: 'CardPatch',
    description: 'The members to change: at least one of text, complete and position.',
    // `minProperties` is for other people's tools; `x-min-known` is exact, because unknown members are
    // ignored and must not count.
    minProperties: 1,
    'x-min-known': 1,
    'x-refused': { status_id: toMove, project_id: toMove },
  },
)
export type CardPatch = Static<typeof CardPatch>

export const ColumnOrder = Named(
  'ColumnOrder',
  'The new contents and order of a column. The inbox is the column whose project_id and status_id are both null.',
  {
    project_id: Nullable(sent(ProjectId), {
      description: 'The id of the project; null for the inbox.',
    }),
    status_id: Nullable(sent(StatusId), {
      description: 'The id of the status (the column); null for the inbox.',
    }),
    card_ids: Type.Array(sent(CardId), {
      maxItems: maxCardIds,
      description:
        'The ids of the cards of the column, each once, in the new order. Cards of the column that are not listed stay in it, after these. With `moved`: the order as the caller sees it.',
    }),
    moved: Type.Optional(
      Type.Array(sent(CardId), {
        maxItems: maxCardIds,
        description:
          'The ids, from `card_ids`, of the cards that move. No other cards do: the others in `card_ids` only mark the place. Each moved card lands behind the nearest preceding card of `card_ids` that is in the column, or first if there is none.',
      }),
    ),
    at_end: Type.Optional(
      Flag('Whether moved cards without such a preceding card go last instead of first.', true),
    ),
    complete: Type.Optional(
      Flag(
        'Completes or reopens the moved cards in the same step. By default, their completion does not change.',
        true,
      ),
    ),
  },
)
export type ColumnOrder = Static<typeof ColumnOrder>
