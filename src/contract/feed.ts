import Type, { type Static } from 'typebox'
import { Card, CardId } from './card.ts'
import { maxOperations } from './limits.ts'
import { Project, Status } from './project.ts'
import { Seq, sent } from './values.ts'

/** The kinds of things that are created and deleted by themselves. */
export const Kind = Type.String({
  enum: ['card', 'project'],
  description: 'What it is: a card or a project.',
  examples: ['card'],
})
export type Kind = 'card' | 'project'

export const CardPosition = Type.Object(
  {
    id: CardId,
    position: Type.Integer({ minimum: 0, description: 'Its new rank in its column.', examples: [2] }),
  },
  { $id: 'CardPosition', description: 'A card of which only the rank has changed.' },
)

export const Deleted = Type.Object(
  {
    kind: Kind,
    id: Type.String({ description: 'Its id.', examples: ['01a1dd4b-3f76-7000-8c01-da6315d4a075'] }),
  },
  { $id: 'Deleted', description: 'Something that is gone.' },
)

export const Changes = Type.Object(
  {
    seq: Seq('The state that this leads to. Ask with it as `since` next time.'),
    more: Type.Boolean({
      description: 'Whether there is more already: ask again at once.',
      examples: [false],
    }),
    projects: Type.Array(Project, {
      description: 'Projects that are new or have changed, their counts included.',
    }),
    statuses: Type.Array(Status, { description: 'The statuses of new projects.' }),
    cards: Type.Array(Card, { description: 'Cards that are new or have changed.' }),
    positions: Type.Array(CardPosition, {
      description: 'Cards of which only the rank has changed.',
      examples: [[]],
    }),
    renumber: Type.Optional(
      Type.Boolean({
        description:
          'Only on a stream with `renumber=true`. `positions` has only the cards that were moved within their column. In each column that this page touches, all others keep their order, and the positions are 0, 1, 2 and so on.',
      }),
    ),
    deleted: Type.Array(Deleted, {
      description: 'What was deleted; of a project, its cards too. Its statuses go unsaid. Apply this last.',
      examples: [[]],
    }),
  },
  {
    $id: 'Changes',
    description: 'All that has changed after a state of the account, each thing once and as it is now.',
  },
)
export type Changes = Static<typeof Changes>

const since = Type.Integer({
  minimum: 0,
  description: 'The `seq` of the last answer or event.',
  examples: [41],
})

export const ChangesQuery = Type.Object({ since: Type.Optional(since) })

export const EventsQuery = Type.Object({
  since: Type.Optional(since),
  renumber: Type.Optional(
    Type.Boolean({
      description:
        'Whether the client can renumber columns by itself. Then an event may leave out cards that were only renumbered; it says so with `renumber`.',
      examples: [true],
    }),
  ),
})

export const SeenChanges = Type.Object(
  {
    seen: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The greatest number that the client has seen of this account.',
      examples: [41],
    }),
  },
  { $id: 'SeenChanges', description: 'How far a client had got.' },
)

export const ChangesReset = Type.Object(
  { seq: Seq('The present state of the account.') },
  { $id: 'ChangesReset', description: 'Where the numbers of the account go on.' },
)

export const Batch = Type.Object(
  {
    operations: Type.Array(
      Type.Object(
        {
          method: sent(Type.String({ description: 'The method.', examples: ['POST'] })),
          path: sent(Type.String({ description: 'The path.', examples: ['/api/inbox/cards'] })),
          body: Type.Optional(
            Type.Unknown({ description: 'The body, as JSON.', examples: [{ text: 'Water the plants 🪴' }] }),
          ),
          if_match: Type.Optional(
            sent(Type.String({ description: 'The header "If-Match", with its quotes.', examples: ['"41"'] })),
          ),
          idempotency_key: Type.Optional(
            sent(
              Type.String({
                description: 'The header "Idempotency-Key".',
                examples: ['01a1dd4b-3f76-7000-8c01-da6315d4a075'],
              }),
            ),
          ),
        },
        {
          $id: 'Operation',
          description: 'A write of a card, a project or the bin, as it would be sent alone.',
        },
      ),
      { maxItems: maxOperations, description: 'What to do, in this order.' },
    ),
  },
  { $id: 'Batch', description: 'Writes that are to be done one after the other.' },
)
export type Batch = Static<typeof Batch>

export const BatchResults = Type.Object(
  {
    results: Type.Array(
      Type.Object(
        {
          status: Type.Integer({
            description: 'The status that it would have been answered with.',
            examples: [201],
          }),
          body: Type.Optional(
            Type.Unknown({
              description:
                'The body that it would have been answered with; null if there is none. With `Prefer: return=minimal`, only of what was refused.',
              examples: [null],
            }),
          ),
          seq: Type.Optional(Seq('The header "Inboard-Seq", if it succeeded.')),
          revision: Type.Optional(
            Seq(
              'With `Prefer: return=minimal`: the revision of the card or project that it would have been answered with.',
            ),
          ),
          replayed: Type.Optional(
            Type.Boolean({
              description:
                'With `Prefer: return=minimal`: true if it had been done before, and was not done again. The thing may have changed since.',
              examples: [true],
            }),
          ),
        },
        { $id: 'BatchResult', description: 'What became of one operation.' },
      ),
      { description: 'One for each operation, in their order.' },
    ),
  },
  { $id: 'BatchResults', description: 'What became of each operation.' },
)
export type BatchResult = Static<typeof BatchResults>['results'][number]
