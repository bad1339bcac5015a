import Type, { type Static } from 'typebox'
import { Card, CardId } from './card.ts'
import { maxOperations } from './plain/limits.ts'
import { Project, Status } from './project.ts'
import { Nullable, Seq, sent } from './values.ts'

/** An item that can be created and deleted on its own. */
export const Kind = Type.String({
  enum: ['card', 'project'],
  description: 'A card or a project.',
  examples: ['card'],
})
export type Kind = 'card' | 'project'

export const CardPosition = Type.Object(
  {
    id: CardId,
    position: Type.Integer({ minimum: 0, description: 'Its new rank in its column.', examples: [2] }),
  },
  { $id: 'CardPosition', description: 'A card whose rank alone has changed.' },
)

export const Deleted = Type.Object(
  {
    kind: Kind,
    id: Type.String({ description: 'Its id.', examples: ['01a1dd4b-3f76-7000-8c01-da6315d4a075'] }),
  },
  { $id: 'Deleted', description: 'A deleted card or project.' },
)

export const SetBack = Type.Object(
  {
    id: Type.String({ description: 'A random id.', examples: ['4f6a3f0e-6a55-4d0b-9a43-5d2c6c1f7b1e'] }),
    from: Nullable(Type.Integer({ minimum: 0 }), {
      description: 'The state that came back: later changes may be lost. Null if nobody knows.',
      examples: [null],
    }),
  },
  { $id: 'SetBack', description: 'A restored backup, or another return to an earlier state.' },
)
export type SetBack = Static<typeof SetBack>

export const Changes = Type.Object(
  {
    seq: Seq('The state after these changes. Send it as `since` next time.'),
    more: Type.Boolean({
      description: 'Whether there are more changes: ask again at once.',
      examples: [false],
    }),
    projects: Type.Array(Project, {
      description: 'Projects that are new or have changed, including changed counts.',
    }),
    statuses: Type.Array(Status, { description: 'The statuses of new projects.' }),
    cards: Type.Array(Card, { description: 'Cards that are new or have changed.' }),
    positions: Type.Array(CardPosition, {
      description: 'Cards whose rank alone has changed.',
      examples: [[]],
    }),
    renumber: Type.Optional(
      Type.Boolean({
        description:
          'Only on a stream with `renumber=true`: `positions` contains only the cards that were moved within their column. In each column on this page, the other cards keep their order, and positions are 0, 1, 2 and so on.',
      }),
    ),
    deleted: Type.Array(Deleted, {
      description:
        'Deleted items. A deleted project is listed with its cards, but without its statuses. Apply this last.',
      examples: [[]],
    }),
    set_backs: Type.Optional(
      Type.Array(SetBack, {
        description:
          'Only without `since`: when the account was set back to an earlier state, newest first, at most 20. Whoever holds items with a later `revision` than `from`, and finds them missing or different here, has what the server lost.',
        examples: [[]],
      }),
    ),
  },
  {
    $id: 'Changes',
    description: 'All changes after a state of the account. Each item is listed once, as it is now.',
  },
)
export type Changes = Static<typeof Changes>

const since = Type.Integer({
  minimum: 0,
  description: 'The `seq` of the last response or event.',
  examples: [41],
})

export const ChangesQuery = Type.Object({ since: Type.Optional(since) })

export const EventsQuery = Type.Object({
  since: Type.Optional(since),
  renumber: Type.Optional(
    Type.Boolean({
      description:
        'Whether the client can renumber columns by itself. Then events with `renumber` omit cards that were only renumbered.',
      examples: [true],
    }),
  ),
})

export const SeenChanges = Type.Object(
  {
    seen: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The highest number that the client has seen for this account.',
      examples: [41],
    }),
  },
  { $id: 'SeenChanges', description: 'The last state that a client knows.' },
)

export const ChangesReset = Type.Object(
  { seq: Seq('The current state of the account.') },
  { $id: 'ChangesReset', description: 'The number from which the account continues.' },
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
          description: 'A write of a card, a project or the bin, as it would be sent on its own.',
        },
      ),
      { maxItems: maxOperations, description: 'The writes, in order.' },
    ),
  },
  { $id: 'Batch', description: 'Writes to perform one after the other.' },
)
export type Batch = Static<typeof Batch>

export const BatchResults = Type.Object(
  {
    results: Type.Array(
      Type.Object(
        {
          status: Type.Integer({
            description: 'The status of its response.',
            examples: [201],
          }),
          body: Type.Optional(
            Type.Unknown({
              description:
                'The body of its response; null if there is none. With `Prefer: return=minimal`, only if it was refused.',
              examples: [null],
            }),
          ),
          seq: Type.Optional(Seq('The header "Inboard-Seq", if it succeeded.')),
          revision: Type.Optional(
            Seq('With `Prefer: return=minimal`: the revision of the card or project in its response.'),
          ),
          replayed: Type.Optional(
            Type.Boolean({
              description:
                'With `Prefer: return=minimal`: true if it was done before and not repeated. The item may have changed since.',
              examples: [true],
            }),
          ),
        },
        { $id: 'BatchResult', description: 'The result of one operation.' },
      ),
      { description: 'One for each operation, in order.' },
    ),
  },
  { $id: 'BatchResults', description: 'The result of each operation.' },
)
export type BatchResult = Static<typeof BatchResults>['results'][number]
