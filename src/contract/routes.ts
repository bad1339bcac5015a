import type { Static, TObject, TSchema } from 'typebox'
import { ApiTokenList, MadeApiToken, NewApiToken, type Scope, SessionList } from './access.ts'
import {
  ChangeSent,
  Leaving,
  LinkDescription,
  LinkOpening,
  LinkRequest,
  LinkSent,
  LinkToken,
  Me,
  Session,
} from './account.ts'
import { BinList, Restored } from './bin.ts'
import { Card, CardEnvelope, CardId, CardList, CardPatch, CardSearch, ColumnOrder, NewCard } from './card.ts'
import { exampleOf } from './examples.ts'
import { Batch, BatchResults, Changes, ChangesQuery, ChangesReset, EventsQuery, SeenChanges } from './feed.ts'
import { longestFile } from './limits.ts'
import {
  Assertion,
  NewPasskey,
  PasskeyEnvelope,
  PasskeyList,
  RegistrationOptions,
  SignInOptions,
} from './passkey.ts'
import { type ParamNames, paths, type RouteName } from './paths.ts'
import type { ProblemName } from './problem.ts'
import { ProjectEnvelope, ProjectId, ProjectList, ProjectTitle, StatusList } from './project.ts'
import { Export, ImportDocument, Imported, ImportQuery } from './transfer.ts'
import { longestBody } from './values.ts'

/** The headings of the documentation. */
export const groups = {
  'Signing in':
    'People sign in by an emailed link or with a passkey. Either answers with a session token; nothing else does.',
  Account: 'The account that is signed in, and its email address.',
  Sessions: 'A session begins with signing in. It ends by itself after some time, or when it is ended here.',
  'API tokens':
    'A token for scripts and agents, which is used like that of a session. `capture` may only add cards to the inbox, `read` may read projects, cards, changes, events, search and the bin, `write` may write them too. None of them may see or touch the account itself.',
  Passkeys: 'A passkey signs in without a mailbox. It is added while signed in.',
  Projects: 'A project is a board. It has three statuses, which are its columns.',
  Cards: 'A card is in your inbox or in one column of one project.',
  Bin: 'What was deleted stays here for a while, and can be restored.',
  'Your data': 'Everything in one file, to keep or to take elsewhere; and what you have in other programs.',
  Changes:
    'Each account has a counter. Every change of its cards, projects and bin takes the next number, and says which in the header `Inboard-Seq`. Whoever remembers a number can ask for all that has changed since.',
}

export interface Route {
  group: keyof typeof groups
  summary: string
  about?: string
  /**
   * Who may call it: anyone (the endpoints that make a session), only a session, or a session and API tokens whose
   * scope allows this.
   */
  access: 'public' | 'session' | Scope
  /** Counts towards the limit of requests from one IP, as the public ones do. */
  limited?: true
  /** Has a member for each query parameter that `paths` names. Text, integers and booleans only. */
  query?: TObject
  body?: TSchema
  bodyLimit?: number
  /**
   * The body is a file: it may also have one of these types, each with an example, and comes to the handler as it was sent.
   */
  fileTypes?: Record<string, string>
  /** Writes cards, projects or the bin: it takes a number, may have a key to be done once, and may be in a batch. */
  write?: true
  /** Heeds `If-Match`. */
  conditional?: true
  /** Heeds `Prefer: return=minimal` (RFC 7240). What writes is then answered with 204. */
  minimal?: true
  status: 200 | 201 | 202 | 204
  answer?: TObject
  /** Whether the answer goes on as a stream of events, each with such an answer as its data. */
  stream?: true
  /** Whether browsers are to save the answer, in a file with the day in its name. */
  download?: true
  /** How the documented examples of its body and of its answer differ from what `exampleOf` makes of the schema. */
  example?: { body?: object; answer?: object }
  /** For 201: the path under which the new thing can be found by its id. */
  collection?: string
  /** For 201, if many things were created: where they are listed. */
  location?: string
  /** What can go wrong beyond what every route of its kind shares; see `problemsOf`. */
  problems?: ProblemName[]
}

const inInbox = { project_id: null, status_id: null }

export const routes = {
  requestLink: {
    group: 'Signing in',
    summary: 'Email a sign-in link',
    about:
      'Creates an account if there is none for the address. The answer is the same either way. Each account can have one link a minute, and an address that was sent many of them within an hour one in ten minutes. A link is valid for 15 minutes and opens once.',
    access: 'public',
    body: LinkRequest,
    status: 202,
    answer: LinkSent,
    problems: ['throttled'],
  },
  describeLink: {
    group: 'Signing in',
    access: 'public',
    summary: 'See what an emailed link would do',
    about:
      'Nothing happens to the link. So a person can be told, before opening it, to which account it belongs.',
    body: LinkToken,
    status: 200,
    answer: LinkDescription,
    problems: ['token_unknown', 'token_used', 'token_expired'],
  },
  openLink: {
    group: 'Signing in',
    summary: 'Open an emailed link',
    about: 'Uses up the link and answers with a session. The same call confirms a change of email address.',
    access: 'public',
    body: LinkOpening,
    status: 200,
    answer: Session,
    problems: ['token_unknown', 'token_used', 'token_expired', 'email_taken'],
  },
  declineLink: {
    group: 'Signing in',
    access: 'public',
    summary: 'Decline an emailed link',
    about: 'Uses up the link. If it was to change the address of an account, that change is withdrawn.',
    body: LinkToken,
    status: 204,
    problems: ['token_unknown', 'token_used', 'token_expired'],
  },
  startPasskeySignIn: {
    group: 'Signing in',
    summary: 'Begin a passkey sign-in',
    about:
      'Answers with the options for `navigator.credentials.get()`. Their challenge is valid for 5 minutes and can be used once.',
    access: 'public',
    status: 200,
    answer: SignInOptions,
  },
  finishPasskeySignIn: {
    group: 'Signing in',
    summary: 'Finish a passkey sign-in',
    about:
      'Takes the AuthenticationResponseJSON of the browser as it is. The challenge is used up, whatever the outcome.',
    access: 'public',
    body: Assertion,
    status: 200,
    answer: Session,
    problems: ['challenge_invalid', 'passkey_refused'],
  },

  readMe: { group: 'Account', access: 'session', summary: 'Read my account', status: 200, answer: Me },
  requestAddressChange: {
    group: 'Account',
    access: 'session',
    summary: 'Change my email address',
    about:
      'Emails a link to the new address. Nothing changes until it is opened. A newer request replaces an older one. Each account can have one such link a minute, and a limited number in an hour.',
    limited: true,
    body: LinkRequest,
    status: 202,
    answer: ChangeSent,
    example: {
      body: { email: 'ada@example.org' },
      answer: {
        message: 'A link to confirm it is on its way to ada@example.org.',
        user: { pending_email: 'ada@example.org' },
      },
    },
    problems: ['throttled'],
  },
  leave: {
    group: 'Account',
    access: 'session',
    summary: 'Delete my account',
    about: 'The account and everything in it are gone at once, for good. The address can be used again.',
    body: Leaving,
    status: 204,
  },

  listSessions: {
    group: 'Sessions',
    access: 'session',
    summary: 'List my sessions',
    about: 'Of more than 1,000 the newest are listed.',
    status: 200,
    answer: SessionList,
  },
  endSession: {
    group: 'Sessions',
    access: 'session',
    summary: 'End a session',
    about: '`current` is the id of the session that the request is made with. This is how to sign out.',
    status: 204,
  },
  endOtherSessions: {
    group: 'Sessions',
    access: 'session',
    summary: 'End all my other sessions',
    about: 'All but the one that the request is made with, also those that are not listed.',
    status: 204,
  },

  listApiTokens: {
    group: 'API tokens',
    access: 'session',
    summary: 'List my API tokens',
    status: 200,
    answer: ApiTokenList,
  },
  makeApiToken: {
    group: 'API tokens',
    access: 'session',
    summary: 'Make an API token',
    about: 'Only this answer contains the token itself. An account can have 50.',
    body: NewApiToken,
    status: 201,
    answer: MadeApiToken,
    collection: '/api/tokens',
    problems: ['token_limit_reached'],
  },
  revokeApiToken: { group: 'API tokens', access: 'session', summary: 'Revoke an API token', status: 204 },

  listPasskeys: {
    group: 'Passkeys',
    access: 'session',
    summary: 'List my passkeys',
    status: 200,
    answer: PasskeyList,
  },
  startPasskeyRegistration: {
    group: 'Passkeys',
    access: 'session',
    summary: 'Begin adding a passkey',
    about:
      'Answers with the options for `navigator.credentials.create()`. Their challenge is valid for 5 minutes, can be used once, and only by you.',
    status: 200,
    answer: RegistrationOptions,
  },
  addPasskey: {
    group: 'Passkeys',
    access: 'session',
    summary: 'Finish adding a passkey',
    about:
      'Takes a label and the RegistrationResponseJSON of the browser as it is. An account can have 50 passkeys.',
    body: NewPasskey,
    status: 201,
    answer: PasskeyEnvelope,
    collection: '/api/passkeys',
    problems: ['challenge_invalid', 'passkey_invalid', 'passkey_exists', 'passkey_limit_reached'],
  },
  removePasskey: { group: 'Passkeys', access: 'session', summary: 'Remove a passkey', status: 204 },

  listProjects: {
    group: 'Projects',
    access: 'read',
    summary: 'List my projects',
    about: 'The projects come in the order in which they were created.',
    status: 200,
    answer: ProjectList,
  },
  addProject: {
    group: 'Projects',
    access: 'write',
    summary: 'Create a project',
    about: 'The new project has three statuses: To do, Doing and Done.',
    body: ProjectTitle,
    write: true,
    status: 201,
    answer: ProjectEnvelope,
    example: { answer: { project: { card_count: 0, completed_card_count: 0 } } },
    collection: '/api/projects',
    problems: ['project_limit_reached', 'storage_limit_reached'],
  },
  readProject: {
    group: 'Projects',
    access: 'read',
    summary: 'Read a project',
    status: 200,
    answer: ProjectEnvelope,
  },
  renameProject: {
    group: 'Projects',
    access: 'write',
    summary: 'Rename a project',
    body: ProjectTitle,
    write: true,
    conditional: true,
    status: 200,
    answer: ProjectEnvelope,
    example: { body: { title: 'Kitchen garden' }, answer: { project: { title: 'Kitchen garden' } } },
    problems: ['storage_limit_reached'],
  },
  removeProject: {
    group: 'Projects',
    access: 'write',
    summary: 'Delete a project',
    about: 'Its cards and statuses go with it. They can be restored from the bin.',
    write: true,
    conditional: true,
    status: 204,
  },
  listStatuses: {
    group: 'Projects',
    access: 'read',
    summary: 'List the statuses of a project',
    about: 'The statuses are the columns of the board, and come in their order.',
    status: 200,
    answer: StatusList,
  },

  listProjectCards: {
    group: 'Cards',
    access: 'read',
    summary: 'List the cards of a project',
    about: 'The cards come column by column, in their order.',
    status: 200,
    answer: CardList,
  },
  addProjectCard: {
    group: 'Cards',
    access: 'write',
    summary: 'Add a card to a project',
    about:
      'The card goes into the first status of the project, at its end. If `position` is given, it goes there, and cards from there on move up by one.',
    body: NewCard,
    write: true,
    status: 201,
    answer: CardEnvelope,
    example: {
      body: { text: 'Prune the apple tree', position: 0 },
      answer: { card: { text: 'Prune the apple tree' } },
    },
    collection: '/api/cards',
    problems: ['card_limit_reached', 'storage_limit_reached'],
  },
  listInboxCards: {
    group: 'Cards',
    access: 'read',
    summary: 'List the cards of my inbox',
    about: 'The cards come in their order.',
    status: 200,
    answer: CardList,
    example: { answer: { cards: [inInbox] } },
  },
  addInboxCard: {
    group: 'Cards',
    access: 'capture',
    summary: 'Add a card to my inbox',
    about:
      'The card goes to the end of the inbox. If `position` is given, it goes there, and cards from there on move up by one.',
    body: NewCard,
    write: true,
    status: 201,
    answer: CardEnvelope,
    example: { answer: { card: inInbox } },
    collection: '/api/cards',
    problems: ['card_limit_reached', 'storage_limit_reached'],
  },
  readCard: { group: 'Cards', access: 'read', summary: 'Read a card', status: 200, answer: CardEnvelope },
  editCard: {
    group: 'Cards',
    access: 'write',
    summary: 'Edit a card',
    about:
      'Changes the members that are sent and nothing else. A `position` is stored as given, and other cards keep theirs. Cards are moved with `PUT /api/cards/order`.',
    body: CardPatch,
    write: true,
    conditional: true,
    status: 200,
    answer: CardEnvelope,
    example: { body: { complete: true }, answer: { card: { complete: true } } },
    problems: ['storage_limit_reached'],
  },
  removeCard: {
    group: 'Cards',
    access: 'write',
    summary: 'Delete a card',
    about: 'The cards after it in its column move down by one. It can be restored from the bin.',
    write: true,
    conditional: true,
    status: 204,
  },
  setColumn: {
    group: 'Cards',
    access: 'write',
    summary: 'Set the contents and order of a column',
    about:
      'Moves cards, within a column or from any column to another: all that are listed, or, with `moved`, those alone. Either all of it happens or nothing, and no card is lost. Afterwards the positions in every column that it touched are 0, 1, 2 and so on. A 404 says which of project, status or card is missing. With `Prefer: return=minimal`, success is 204, with `Inboard-Seq` and no body.',
    body: ColumnOrder,
    bodyLimit: longestBody,
    write: true,
    minimal: true,
    status: 200,
    answer: CardList,
    problems: ['not_found'],
  },
  searchCards: {
    group: 'Cards',
    access: 'read',
    summary: 'Search my cards',
    about:
      'Finds the cards, in the inbox and in all projects, whose text contains every word of `q`, in any order and also as part of a longer word. Case and accents do not matter. The cards come most recently updated first.',
    query: CardSearch,
    status: 200,
    answer: CardList,
    problems: ['too_complex'],
  },

  listBin: {
    group: 'Bin',
    access: 'read',
    summary: 'List what is in my bin',
    about: 'The newest comes first.',
    status: 200,
    answer: BinList,
    example: { answer: { items: [{ text: 'Water the plants 🪴' }] } },
  },
  restore: {
    group: 'Bin',
    access: 'write',
    summary: 'Restore a card or a project',
    about:
      'It has its id again. A card goes back to its column, at the position that it had, or to the end of the inbox if its project is deleted. A project comes back with its cards in their order.',
    write: true,
    status: 200,
    answer: Restored,
    example: { answer: { card: {} } },
    problems: ['project_limit_reached'],
  },
  purge: {
    group: 'Bin',
    access: 'write',
    summary: 'Delete something from my bin for good',
    write: true,
    status: 204,
  },
  emptyBin: { group: 'Bin', access: 'write', summary: 'Empty my bin', write: true, status: 204 },

  exportAccount: {
    group: 'Your data',
    access: 'session',
    summary: 'Export everything',
    about:
      'All projects and cards, in their order and as they were at one moment, without what is in the bin. `POST /api/import` takes it, on this server or another.',
    status: 200,
    answer: Export,
    download: true,
  },
  importFile: {
    group: 'Your data',
    access: 'session',
    summary: 'Import a file',
    about:
      'Takes what `GET /api/export` answers, the JSON of a Trello board, a CSV file with the columns `project`, `status`, `text` and `complete` or as Todoist or TickTick export it, and task lists in Markdown: headings are projects and statuses, items are cards. Every project of the file becomes a new one. Lists, sections and columns become the status of the same name, else the first, unless `lists` says otherwise. What is archived is left out, and a text that is too long goes on in a card behind it. Either all of it is imported or nothing. With `dry_run` the answer is 200, and nothing is made. What cannot be understood is refused, and `errors` says where it is: a line, or the path in a JSON document.',
    body: ImportDocument,
    bodyLimit: longestFile,
    fileTypes: {
      'text/csv': 'project,status,text,complete\nGarden,To do,Water the plants 🪴,false\n',
      'text/markdown': '# Garden\n\n## To do\n\n- [ ] Water the plants 🪴\n',
    },
    query: ImportQuery,
    write: true,
    status: 201,
    answer: Imported,
    location: '/api/projects',
    example: {
      body: { format: 'inboard', version: 1, projects: [{}], inbox: [] },
      answer: {
        boards: [
          {
            project_id: exampleOf(ProjectId),
            statuses: [{}, { name: 'Doing', cards: 0 }, { name: 'Done', cards: 0 }],
          },
        ],
        inbox: { card_ids: [exampleOf(CardId)] },
      },
    },
    problems: ['project_limit_reached', 'card_limit_reached', 'storage_limit_reached', 'too_complex'],
  },

  changes: {
    group: 'Changes',
    access: 'read',
    summary: 'List what has changed',
    about:
      'All that has changed after the state `since`; without it, everything there is. If `more` is true, ask again at once with the new `seq`. A `since` is refused with `cursor_gone` if it is ahead of the account, or so old that deletions since then are no longer known (they are kept for 90 days): begin again without it, from an empty copy.',
    query: ChangesQuery,
    status: 200,
    answer: Changes,
    problems: ['cursor_gone'],
  },
  resetChanges: {
    group: 'Changes',
    access: 'write',
    summary: 'Report that the server was set back',
    about:
      'For a client that begins again and finds a `seq` below the one that it had: the server has lost what came in between, perhaps because an old copy of its database was put in place. If `seen` is above the number of the account, the account goes on from the number after it, and every client begins again. Otherwise nothing changes. Once a minute for an account.',
    body: SeenChanges,
    status: 200,
    answer: ChangesReset,
  },
  events: {
    group: 'Changes',
    access: 'read',
    summary: 'Follow what changes',
    about:
      'What `GET /api/changes` answers, as a stream of server-sent events. Each has the event `changes`, the number as its `id` and the changes as its `data`. The stream begins after `Last-Event-ID`, or after `since`, or else now. It ends now and then: come back with the last id. An account can have 20 streams at a time on each instance.',
    query: EventsQuery,
    status: 200,
    answer: Changes,
    stream: true,
    problems: ['cursor_gone'],
  },
  batch: {
    group: 'Changes',
    access: 'write',
    summary: 'Do many things in one request',
    about:
      'Each operation is done as if it had been sent alone, one after the other, whatever became of those before it. With `Prefer: return=minimal`, the result of one that succeeded has no `body`, but the `revision` of the card or project that it would have been answered with.',
    body: Batch,
    bodyLimit: longestBody,
    minimal: true,
    status: 200,
    answer: BatchResults,
    example: {
      body: { operations: [{ body: { text: 'Water the plants 🪴' }, idempotency_key: exampleOf(CardId) }] },
      answer: { results: [{ body: { card: exampleOf(Card, inInbox) }, seq: 42 }] },
    },
  },
} as const satisfies Record<RouteName, Route>

export type Params<Name extends RouteName> = Record<ParamNames<(typeof paths)[Name]>, string>
export type Body<Name extends RouteName> = (typeof routes)[Name] extends {
  body: infer Schema extends TSchema
}
  ? Static<Schema>
  : undefined
export type Query<Name extends RouteName> = (typeof routes)[Name] extends {
  query: infer Schema extends TSchema
}
  ? Static<Schema>
  : undefined
export type Answer<Name extends RouteName> = (typeof routes)[Name] extends {
  answer: infer Schema extends TSchema
}
  ? Static<Schema>
  : // biome-ignore lint/suspicious/noConfusingVoidType: what a function that answers nothing returns
    void

const ofBodies: ProblemName[] = ['malformed_json', 'payload_too_large', 'unsupported_media_type']

// Whatever the route: the request may be malformed, may never end, may be one too many, or may have headers without end.
const ofRequests: ProblemName[] = [
  'malformed_request',
  'request_timeout',
  'rate_limited',
  'headers_too_large',
]

/** Every problem that a route can answer with. */
export const problemsOf = (name: RouteName) => problemsAt(methodAndPath(name)[1], routes[name])

export function problemsAt(path: string, route: Route): ProblemName[] {
  const { body, query, write, conditional, collection } = route
  return [
    ...(route.access === 'public' ? [] : (['unauthenticated', 'scope_insufficient'] as const)),
    ...(body ? ofBodies : []),
    ...(body || query || write ? (['validation_failed'] as const) : []),
    ...(write ? (['idempotency_key_reused'] as const) : []),
    // What a repeated request created may have been deleted since.
    ...(path.includes('{') || (write && collection) ? (['not_found'] as const) : []),
    ...(write && collection ? (['id_taken'] as const) : []),
    ...(conditional ? (['changed_meanwhile'] as const) : []),
    ...(route.problems ?? []),
    ...ofRequests,
    'internal',
    'unavailable',
  ]
}

/** Where the query may ask for a dry run, that is answered with 200: nothing was created. */
export const statusOf = ({ status, query }: Route, asked: unknown): Route['status'] =>
  query?.properties.dry_run && (asked as { dry_run?: unknown }).dry_run === true ? 200 : status

/**
 * Whether `Prefer: return=minimal` leaves nothing of the answer. The OpenAPI document says so in words alone: a second success would
 * change the types of every generated client.
 */
export const isShortened = ({ minimal, write }: Route) => minimal === true && write === true

/** Most answers are an envelope: an object with a single member, whose name this is. */
export function soleMember({ answer }: Route): string | undefined {
  const [member, ...more] = Object.keys(answer?.properties ?? {})
  return more.length === 0 ? member : undefined
}

/** Whether the answer is one thing with a revision, which its `ETag` tells. */
export function isRevised({ answer }: Route): boolean {
  const members = Object.values(answer?.properties ?? {}) as Partial<TObject>[]
  return members.length > 0 && members.every(({ properties = {} }) => 'revision' in properties)
}

/** `'GET /api/search{?q,limit}'` → `['GET', '/api/search']` */
export const methodAndPath = (name: RouteName) =>
  paths[name].replace(/\{\?.*/, '').split(' ') as [method: string, path: string]

/** Those that write cards, projects or the bin. */
export type WriteName = {
  [Name in RouteName]: (typeof routes)[Name] extends { write: true } ? Name : never
}[RouteName]
/** Those whose body is a file. */
export type FileName = {
  [Name in RouteName]: (typeof routes)[Name] extends { fileTypes: object } ? Name : never
}[RouteName]
/** Those whose answer goes on. */
export type StreamName = {
  [Name in RouteName]: (typeof routes)[Name] extends { stream: true } ? Name : never
}[RouteName]

export const routeNames = Object.keys(paths) as RouteName[]
