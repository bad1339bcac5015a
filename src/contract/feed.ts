import Type, { type Static } from 'typebox'
import { Card, CardId } from './card.ts'
import { maxOperations } from './plain/limits.ts'
import { Project, Status } from './project.ts'
import { Choice, Flag, List, Named, Natural, Nullable, sent, Words } from './values.ts'

/** An item that can be created and deleted on its own. */
export const Kind = Choice(['card', 'project'], 'A card or a project.', 'card')
export type Kind = Static<typeof Kind>

export const CardPosition = Named('CardPosition', 'A card whose rank alone has changed.', {
  id: CardId,
  position: Natural('Its new rank in its column.', 2),
})

export const Deleted = Named('Deleted', 'A deleted card or project.', {
  kind: Kind,
  id: Words('Its id.', '01a1dd4b-3f76-7000-8c01-da6315d4a075'),
})

export const SetBack = Named('SetBack', 'A restored backup, or another return to an earlier state.', {
  id: Words('A random id.', '4f6a3f0e-6a55-4d0b-9a43-5d2c6c1f7b1e'),
  from: Nullable(Type.Integer({ minimum: 0 }), {
    description: 'The state that came back: later changes may be lost. Null if nobody knows.',
    examples: [null],
  }),
})
export type SetBack = Static<typeof SetBack>

export const Changes = Named(
  'Changes',
  'All changes after a state of the account. Each item is listed once, as it is now.',
  {
    seq: Natural('The state after these changes. Send it as `since` next time.'),
    more: Flag('Whether there are more changes: ask again at once.', false),
    projects: List(Project, 'Projects that are new or have changed, including changed counts.'),
    statuses: List(Status, 'The statuses of new projects.'),
    cards: List(Card, 'Cards that are new or have changed.'),
    positions: List(CardPosition, 'Cards whose rank alone has changed.', []),
    renumber: Type.Optional(
      Type.Boolean({
        description:
          'Only on a stream with `renumber=true`: `positions` contains only the cards that were moved within their column. In each column on this page, the other cards keep their order, and positions are 0, 1, 2 and so on.',
      }),
    ),
    deleted: List(
      Deleted,
      'Deleted items. A deleted project is listed with its cards, but without its statuses. Apply this last.',
      [],
    ),
    set_backs: Type.Optional(
      List(
        SetBack,
        'Only without `since`: when the account was set back to an earlier state, newest first, at most 20. Whoever holds items with a later `revision` than `from`, and finds them missing or different here, has what the server lost.',
        [],
      ),
    ),
  },
)
export type Changes = Static<typeof Changes>

const since = Natural('The `seq` of the last response or event.', 41)

export const ChangesQuery = Type.Object({ since: Type.Optional(since) })

export const EventsQuery = Type.Object({
  since: Type.Optional(since),
  renumber: Type.Optional(
    Flag(
      'Whether the client can renumber columns by itself. Then events with `renumber` omit cards that were only renumbered.',
      true,
    ),
  ),
})

export const SeenChanges = Named('SeenChanges', 'The last state that a client knows.', {
  seen: Natural('The highest number that the client has seen for this account.', 41, {
    maximum: Number.MAX_SAFE_INTEGER,
  }),
})

export const ChangesReset = Named('ChangesReset', 'The number from which the account continues.', {
  seq: Natural('The current state of the account.'),
})

export const Batch = Named('Batch', 'Writes to perform one after the other.', {
  operations: Type.Array(
    Named('Operation', 'A write of a card, a project or the bin, as it would be sent on its own.', {
      method: sent(Words('The method.', 'POST')),
      path: sent(Words('The path.', '/api/inbox/cards')),
      body: Type.Optional(
        Type.Unknown({ description: 'The body, as JSON.', examples: [{ text: 'Water the plants 🪴' }] }),
      ),
      if_match: Type.Optional(sent(Words('The header "If-Match", with its quotes.', '"41"'))),
      idempotency_key: Type.Optional(
        sent(Words('The header "Idempotency-Key".', '01a1dd4b-3f76-7000-8c01-da6315d4a075')),
      ),
    }),
    { maxItems: maxOperations, description: 'The writes, in order.' },
  ),
})
export type Batch = Static<typeof Batch>

export const BatchResults = Named('BatchResults', 'The result of each operation.', {
  results: List(
    Named('BatchResult', 'The result of one operation.', {
      status: Natural('The status of its response.', 201),
      body: Type.Optional(
        Type.Unknown({
          description:
            'The body of its response; null if there is none. With `Prefer: return=minimal`, only if it was refused.',
          examples: [null],
        }),
      ),
      seq: Type.Optional(Natural('The header "Inboard-Seq", if it succeeded.')),
      revision: Type.Optional(
        Natural('With `Prefer: return=minimal`: the revision of the card or project in its response.'),
      ),
      replayed: Type.Optional(
        Flag(
          'With `Prefer: return=minimal`: true if it was done before and not repeated. The item may have changed since.',
          true,
        ),
      ),
    }),
    'One for each operation, in order.',
  ),
})
export type BatchResult = Static<typeof BatchResults>['results'][number]
