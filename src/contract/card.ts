import Type, { type Static } from 'typebox'
import { UserId } from './account.ts'
import { longestText } from './limits.ts'
import { ProjectId, StatusId } from './project.ts'
import { Id, Nullable, Revision, sent, Text, Time } from './values.ts'

export const maxPosition = 2_147_483_647
export const maxCardIds = 10_000

export const CardId = Id('a card', '01a1dd4b-3f76-7000-8c01-da6315d4a075')

const CardText = Text(longestText, 'What the card says.', 'Water the plants 🪴')
const Complete = Type.Boolean({ description: 'Whether the card is done.', examples: [false] })
const Position = Type.Integer({
  minimum: 0,
  maximum: maxPosition,
  description: 'The rank of the card in its column. The first has 0.',
  examples: [0],
})

export const Card = Type.Object(
  {
    id: CardId,
    owner_id: UserId,
    project_id: Nullable(ProjectId, {
      description: 'The id of the project that the card is in; null if it is in the inbox.',
    }),
    status_id: Nullable(StatusId, {
      description:
        'The id of the status, that is the column of the project, that the card is in; null if it is in the inbox.',
    }),
    text: Type.String({ description: 'What the card says.', examples: ['Water the plants 🪴'] }),
    complete: Complete,
    position: Position,
    created_at: Time('When the card was created'),
    updated_at: Time(
      'When the card was last edited or restored, or went to another column (not when it was moved within its column)',
    ),
    revision: Revision,
  },
  {
    $id: 'Card',
    description:
      'A card, in the inbox of its owner (project_id and status_id are both null) or in a column of a project (both are set).',
  },
)
export type Card = Static<typeof Card>

export const CardEnvelope = Type.Object({ card: Card }, { $id: 'CardEnvelope', description: 'One card.' })
export const CardList = Type.Object(
  { cards: Type.Array(Card, { description: 'The cards, in their order.' }) },
  { $id: 'CardList', description: 'Cards, in their order.' },
)

export const CardSearch = Type.Object(
  {
    q: Text(longestText, 'The words to search for, separated by white space.', 'plants'),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 200,
        default: 50,
        description: 'How many cards to answer with at most.',
        examples: [50],
      }),
    ),
  },
  { $id: 'CardSearch', description: 'What is searched for among the cards.' },
)
export type CardSearch = Static<typeof CardSearch>

export const NewCard = Type.Object(
  { text: CardText, complete: Type.Optional(Complete), position: Type.Optional(Position) },
  { $id: 'NewCard', description: 'A card that is to be created.' },
)
export type NewCard = Static<typeof NewCard>

const toMove = 'cannot be patched: a card is moved with PUT /api/cards/order'

export const CardPatch = Type.Object(
  {
    text: Type.Optional(CardText),
    complete: Type.Optional(Complete),
    position: Type.Optional(Position),
  },
  {
    $id: 'CardPatch',
    description: 'What is to be changed about a card: at least one of text, complete and position.',
    // What tools understand, and what it means: unknown members are ignored, so they do not count.
    minProperties: 1,
    'x-min-known': 1,
    'x-refused': { status_id: toMove, project_id: toMove },
  },
)
export type CardPatch = Static<typeof CardPatch>

export const ColumnOrder = Type.Object(
  {
    project_id: Nullable(sent(ProjectId), {
      description: 'The id of the project that the column belongs to; null for the inbox.',
    }),
    status_id: Nullable(sent(StatusId), {
      description: 'The id of the status, that is the column of the project; null for the inbox.',
    }),
    card_ids: Type.Array(sent(CardId), {
      maxItems: maxCardIds,
      description:
        'The ids of the cards that are to be in the column, each once, in the wanted order. Cards that are in the column and not listed stay in it, after these. With `moved`, the order as the caller sees it.',
    }),
    moved: Type.Optional(
      Type.Array(sent(CardId), {
        maxItems: maxCardIds,
        description:
          'The ids, out of `card_ids`, of the cards that move. With it, no other card does: the others that are listed only say where to. Each of these lands behind the nearest card before it in `card_ids` that is in the column, or first if there is none.',
      }),
    ),
    at_end: Type.Optional(
      Type.Boolean({
        description:
          'Whether a card that moves, and has no card of the column before it in `card_ids`, goes last instead of first.',
        examples: [true],
      }),
    ),
    complete: Type.Optional(
      Type.Boolean({
        description:
          'Completes the cards that move, or reopens them, in the same step. Without it they stay as they are.',
        examples: [true],
      }),
    ),
  },
  {
    $id: 'ColumnOrder',
    description:
      'A column, and the cards that it is to hold. The inbox is the column whose project_id and status_id are both null.',
  },
)
export type ColumnOrder = Static<typeof ColumnOrder>
