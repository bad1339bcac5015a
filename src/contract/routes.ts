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
import { Batch, BatchResults, Changes, ChangesQuery, ChangesReset, EventsQuery, SeenChanges } from './feed.ts'
import {
  AuthorizationAnswer,
  AuthorizationConsent,
  AuthorizationDescription,
  AuthorizationRequest,
} from './oauth.ts'
import { exampleOf } from './openapi/examples.ts'
import {
  Assertion,
  NewPasskey,
  PasskeyEnvelope,
  PasskeyList,
  RegistrationOptions,
  SignInOptions,
} from './passkey.ts'
import { longestFile } from './plain/limits.ts'
import { type ParamNames, paths, type RouteName } from './plain/paths.ts'
import type { ProblemName } from './problem.ts'
import { ProjectEnvelope, ProjectId, ProjectList, ProjectTitle, StatusList } from './project.ts'
import { Export, ImportDocument, Imported, ImportQuery } from './transfer.ts'
import { longestBody } from './values.ts'

/** Headings of the documentation. */
export const groups = {
  'Signing in': 'People sign in with an emailed link or a passkey. Only these return a session token.',
  Account: 'Your account and its email address.',
  Sessions: 'A session begins when you sign in. It ends when it expires, or when you end it here.',
  'API tokens':
    'For scripts and agents, sent like a session token. `capture` can only add cards to the inbox, `read` can read projects, cards, changes, events, search and the bin, `write` can also write them. `calendar` is refused here: it only opens the calendar at `/calendar/{token}.ics`. No API token has access to the account itself.',
  Agents:
    'Agents connect themselves by OAuth 2.1 and get an API token. These are for the page that asks the person; the endpoints for agents are described in the documentation of agents.',
  Passkeys: 'Passkeys sign in without email. Add one while you are signed in.',
  Projects: 'A project is a board with three statuses, its columns.',
  Cards: 'A card is in your inbox or in one column of one project.',
  Bin: 'Deleted items stay here for a while and can be restored.',
  'Your data': 'Export everything to one file, and import files from other programs.',
  Changes:
    'Each account has a counter. Every change of its cards, projects and bin takes the next number, which is in the header `Inboard-Seq`. A client that remembers a number can ask for all changes since.',
}

export interface Route {
  group: keyof typeof groups
  summary: string
  about: string
  /**
   * The callers that it admits: anyone (endpoints that create a session), only a session, or a session and API tokens
   * with a sufficient scope.
   */
  access: 'public' | 'session' | Scope
  /** Counts towards the rate limit by IP, as public endpoints do. */
  limited?: true
  /** Has a member for each query parameter in `paths`. Only text, integers and booleans. */
  query?: TObject
  body?: TSchema
  bodyLimit?: number
  /**
   * The body is a file: it may also have one of these types, each with an example, and is passed to the
   * handler as it was sent.
   */
  fileTypes?: Record<string, string>
  /**
   * Writes cards, projects or the bin: it takes a sequence number, accepts an idempotency key, and may be in
   * a batch.
   */
  write?: true
  /** Supports `If-Match`. */
  conditional?: true
  /** Supports `Prefer: return=minimal` (RFC 7240). Writes then respond with 204. */
  minimal?: true
  status: 200 | 201 | 202 | 204
  answer?: TObject
  /** The response is a stream of events, with `answer` as the data of each. */
  stream?: true
  /** Browsers save the response as a file, with the date in its name. */
  download?: true
  /**
   * How the documented examples of the body and the response differ from what `exampleOf` derives from the
   * schema.
   */
  example?: { body?: object; answer?: object }
  /** For 201: the path under which the new item is found by its id. */
  collection?: string
  /** For 201, if many items were created: where they are listed. */
  location?: string
  /** Problems beyond those that all similar routes share; see `problemsOf`. */
  problems?: ProblemName[]
}

/**
 * A route as it is written below. Unless it says otherwise, its access follows from its group and its method, and its
 * status from what it answers.
 */
type Row = Omit<Route, 'group' | 'access' | 'status'> & Partial<Pick<Route, 'access' | 'status'>>

type Grouped<Rows, Access> = {
  [Name in keyof Rows]: Rows[Name] & { group: Route['group']; access: Access; status: Route['status'] }
}

/** With `scope`, a `GET` takes the scope `read`, and everything else `write`. */
function inGroup<
  Usual extends 'public' | 'session' | 'scope',
  const Rows extends { [Name in RouteName]?: Row },
>(group: Route['group'], usual: Usual, rows: Rows): Grouped<Rows, Usual extends 'scope' ? Scope : Usual> {
  const filled = Object.entries<Row>(rows).map(([name, row]) => {
    const scope = paths[name as RouteName].startsWith('GET') ? 'read' : 'write'
    const status = row.collection || row.location ? 201 : row.answer ? 200 : 204
    return [name, { group, access: usual === 'scope' ? scope : usual, status, ...row }]
  })
  return Object.fromEntries(filled)
}

const inInbox = { project_id: null, status_id: null }

export const routes = {
  ...inGroup('Signing in', 'public', {
    requestLink: {
      summary: 'Email a sign-in link',
      about:
        'Creates an account if the address has none. The response is the same either way. Limited to one link a minute, and after many links within an hour to one in ten minutes. A link is valid for 15 minutes and works once.',
      body: LinkRequest,
      status: 202,
      answer: LinkSent,
      problems: ['throttled'],
    },
    describeLink: {
      summary: 'See what an emailed link would do',
      about: 'Does not use up the link. Use it to show the account before the link is opened.',
      body: LinkToken,
      answer: LinkDescription,
      problems: ['token_unknown', 'token_used', 'token_expired'],
    },
    openLink: {
      summary: 'Open an emailed link',
      about: 'Uses up the link and returns a session. The same call confirms a change of email address.',
      body: LinkOpening,
      answer: Session,
      problems: ['token_unknown', 'token_used', 'token_expired', 'email_taken'],
    },
    declineLink: {
      summary: 'Decline an emailed link',
      about: 'Uses up the link, and withdraws the change of address if it was for one.',
      body: LinkToken,
      problems: ['token_unknown', 'token_used', 'token_expired'],
    },
    startPasskeySignIn: {
      summary: 'Begin a passkey sign-in',
      about:
        'Returns the options for `navigator.credentials.get()`. The challenge is valid for 5 minutes and works once.',
      answer: SignInOptions,
    },
    finishPasskeySignIn: {
      summary: 'Finish a passkey sign-in',
      about:
        'Send the AuthenticationResponseJSON of the browser unchanged. The challenge is used up, whatever the outcome.',
      body: Assertion,
      answer: Session,
      problems: ['challenge_invalid', 'passkey_refused'],
    },
  }),
  ...inGroup('Account', 'session', {
    readMe: {
      summary: 'Read my account',
      about: 'Your address, and the one that waits for its confirmation.',
      answer: Me,
    },
    requestAddressChange: {
      summary: 'Change my email address',
      about:
        'Emails a link to the new address. Nothing changes until it is opened. A newer request replaces an older one. Limited to one link a minute, and some in an hour.',
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
    withdrawAddressChange: {
      summary: 'Withdraw a change of my email address',
      about: 'The emailed link becomes invalid. If no change is pending, nothing happens.',
      answer: Me,
    },
    leave: {
      summary: 'Delete my account',
      about:
        'Immediately and permanently deletes the account and everything in it. The address can be used again.',
      body: Leaving,
    },
  }),
  ...inGroup('Sessions', 'session', {
    listSessions: {
      summary: 'List my sessions',
      about: 'Lists at most the 1,000 newest.',
      answer: SessionList,
    },
    endSession: {
      summary: 'End a session',
      about: 'To sign out, use the id `current`.',
    },
    endOtherSessions: {
      summary: 'End all my other sessions',
      about: 'Ends all sessions except that of this request, including those that are not listed.',
    },
  }),
  ...inGroup('API tokens', 'session', {
    listApiTokens: {
      summary: 'List my API tokens',
      about: 'Newest first, without the tokens themselves.',
      answer: ApiTokenList,
    },
    makeApiToken: {
      summary: 'Create an API token',
      about: 'Only this response contains the token itself. An account can have 50.',
      body: NewApiToken,
      answer: MadeApiToken,
      collection: '/api/tokens',
      problems: ['token_limit_reached'],
    },
    revokeApiToken: {
      summary: 'Revoke an API token',
      about: 'It stops working at once, on other instances within five seconds.',
    },
  }),
  ...inGroup('Agents', 'session', {
    describeAuthorization: {
      summary: 'See who asks for access',
      about:
        'Send what the client has put into the query of `/authorize`. A mistake that the client should learn of is returned as `error` and `redirect_to`.',
      body: AuthorizationRequest,
      answer: AuthorizationDescription,
      example: { answer: { client: {}, scope: undefined, redirect_host: undefined } },
      problems: ['oauth_client_invalid'],
    },
    allowAuthorization: {
      summary: 'Allow access',
      about: 'The code in `redirect_to` is valid for 60 seconds, and works once.',
      body: AuthorizationConsent,
      answer: AuthorizationAnswer,
      problems: ['oauth_client_invalid', 'token_limit_reached'],
    },
    refuseAuthorization: {
      summary: 'Refuse access',
      about: 'The browser takes the refusal to the client.',
      body: AuthorizationRequest,
      answer: AuthorizationAnswer,
      example: {
        answer: {
          redirect_to:
            'https://agent.example/callback?error=access_denied&state=af0ifjsldkj&iss=http%3A%2F%2Flocalhost%3A3000',
        },
      },
      problems: ['oauth_client_invalid'],
    },
  }),
  ...inGroup('Passkeys', 'session', {
    listPasskeys: {
      summary: 'List my passkeys',
      about: 'In the order in which they were added.',
      answer: PasskeyList,
    },
    startPasskeyRegistration: {
      summary: 'Begin adding a passkey',
      about:
        'Returns the options for `navigator.credentials.create()`. The challenge is valid for 5 minutes, and works once and only for you.',
      answer: RegistrationOptions,
    },
    addPasskey: {
      summary: 'Finish adding a passkey',
      about:
        'Send a label and the RegistrationResponseJSON of the browser unchanged. An account can have 50 passkeys.',
      body: NewPasskey,
      answer: PasskeyEnvelope,
      collection: '/api/passkeys',
      problems: ['challenge_invalid', 'passkey_invalid', 'passkey_exists', 'passkey_limit_reached'],
    },
    removePasskey: {
      summary: 'Remove a passkey',
      about: 'It no longer signs in. Sessions that it began go on.',
    },
  }),
  ...inGroup('Projects', 'scope', {
    listProjects: {
      summary: 'List my projects',
      about: 'In the order in which they were created.',
      answer: ProjectList,
    },
    addProject: {
      summary: 'Create a project',
      about: 'The new project has three statuses: To do, Doing and Done.',
      body: ProjectTitle,
      write: true,
      answer: ProjectEnvelope,
      example: { answer: { project: { card_count: 0, completed_card_count: 0 } } },
      collection: '/api/projects',
      problems: ['project_limit_reached', 'storage_limit_reached'],
    },
    readProject: {
      summary: 'Read a project',
      about: 'With how many cards it has, and how many of them are complete.',
      answer: ProjectEnvelope,
    },
    renameProject: {
      summary: 'Rename a project',
      about: 'Its cards and statuses stay as they are.',
      body: ProjectTitle,
      write: true,
      conditional: true,
      answer: ProjectEnvelope,
      example: { body: { title: 'Kitchen garden' }, answer: { project: { title: 'Kitchen garden' } } },
      problems: ['storage_limit_reached'],
    },
    removeProject: {
      summary: 'Delete a project',
      about: 'Also deletes its cards and statuses. All can be restored from the bin.',
      write: true,
      conditional: true,
    },
    listStatuses: {
      summary: 'List the statuses of a project',
      about: 'The columns of the board, in order.',
      answer: StatusList,
    },
  }),
  ...inGroup('Cards', 'scope', {
    listProjectCards: {
      summary: 'List the cards of a project',
      about: 'Column by column, in order.',
      answer: CardList,
    },
    addProjectCard: {
      summary: 'Add a card to a project',
      about:
        'Adds the card at the end of the first status. With `position`, it is inserted there, and later cards move up by one.',
      body: NewCard,
      write: true,
      answer: CardEnvelope,
      example: {
        body: { text: 'Prune the apple tree', position: 0 },
        answer: { card: { text: 'Prune the apple tree' } },
      },
      collection: '/api/cards',
      problems: ['card_limit_reached', 'storage_limit_reached'],
    },
    listInboxCards: {
      summary: 'List the cards of my inbox',
      about: 'In order.',
      answer: CardList,
      example: { answer: { cards: [inInbox] } },
    },
    addInboxCard: {
      access: 'capture',
      summary: 'Add a card to my inbox',
      about:
        'Adds the card at the end of the inbox. With `position`, it is inserted there, and later cards move up by one.',
      body: NewCard,
      write: true,
      answer: CardEnvelope,
      example: { answer: { card: inInbox } },
      collection: '/api/cards',
      problems: ['card_limit_reached', 'storage_limit_reached'],
    },
    readCard: {
      summary: 'Read a card',
      about: 'In the inbox or in any project. A card in the bin is 404.',
      answer: CardEnvelope,
    },
    editCard: {
      summary: 'Edit a card',
      about:
        'Changes only the members that are sent. A `position` is stored as given, and other cards keep theirs. To move cards, use `PUT /api/cards/order`.',
      body: CardPatch,
      write: true,
      conditional: true,
      answer: CardEnvelope,
      example: { body: { complete: true }, answer: { card: { complete: true } } },
      problems: ['storage_limit_reached'],
    },
    removeCard: {
      summary: 'Delete a card',
      about: 'Later cards of its column move down by one. The card can be restored from the bin.',
      write: true,
      conditional: true,
    },
    setColumn: {
      summary: 'Set the contents and order of a column',
      about:
        'Moves cards within a column or between columns: all that are listed or, with `moved`, only those. All or nothing. Afterwards, the positions in every affected column are 0, 1, 2 and so on. A 404 says whether the project, status or card is missing. With `Prefer: return=minimal`, success is 204, with `Inboard-Seq` and no body.',
      body: ColumnOrder,
      bodyLimit: longestBody,
      write: true,
      minimal: true,
      answer: CardList,
      problems: ['not_found'],
    },
    searchCards: {
      summary: 'Search my cards',
      about:
        'Finds cards in the inbox and all projects that contain every word of `q`, in any order, also within longer words, ignoring case and accents. The most recently updated come first.',
      query: CardSearch,
      answer: CardList,
      problems: ['too_complex'],
    },
  }),
  ...inGroup('Bin', 'scope', {
    listBin: {
      summary: 'List what is in my bin',
      about: 'Newest first.',
      answer: BinList,
      example: { answer: { items: [{ text: 'Water the plants 🪴' }] } },
    },
    restore: {
      summary: 'Restore a card or a project',
      about:
        'The id stays the same. A card returns to its former position, or to the end of the inbox if its project was deleted. A project returns with its cards in order.',
      write: true,
      answer: Restored,
      example: { answer: { card: {} } },
      problems: ['project_limit_reached'],
    },
    purge: {
      summary: 'Permanently delete an item from my bin',
      about: 'A project goes with its cards. This cannot be undone.',
      write: true,
    },
    emptyBin: {
      summary: 'Empty my bin',
      about: 'Permanently deletes everything in it. This cannot be undone.',
      write: true,
    },
  }),
  ...inGroup('Your data', 'session', {
    exportAccount: {
      summary: 'Export everything',
      about:
        'A consistent snapshot of all projects and cards, in order, without the bin. `POST /api/import` reads it, on this server or another.',
      answer: Export,
      download: true,
    },
    importFile: {
      summary: 'Import a file',
      about:
        'Reads an export of Inboard, the JSON of a Trello board, a CSV file (with the columns `project`, `status`, `text` and `complete`, or from Todoist or TickTick), or task lists in Markdown (headings are projects and statuses, items are cards). Every project in the file becomes a new project. Lists, sections and columns become the status of the same name, or else the first; `lists` overrides this. Archived entries are skipped, and a text that is too long continues in the next card. All or nothing. With `dry_run`, the status is 200 and nothing is created. If the file is invalid, `errors` contains the line, or the path in the JSON.',
      body: ImportDocument,
      bodyLimit: longestFile,
      fileTypes: {
        'text/csv': 'project,status,text,complete\nGarden,To do,Water the plants 🪴,false\n',
        'text/markdown': '# Garden\n\n## To do\n\n- [ ] Water the plants 🪴\n',
      },
      query: ImportQuery,
      write: true,
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
  }),
  ...inGroup('Changes', 'scope', {
    changes: {
      summary: 'List what has changed',
      about:
        'All changes after the state `since`; without it, the whole account. If `more` is true, ask again at once with the new `seq`. A `since` that is ahead of the account, or older than the deletions that are kept (90 days), is refused with `cursor_gone`: start over without it, from an empty copy.',
      query: ChangesQuery,
      answer: Changes,
      problems: ['cursor_gone'],
    },
    resetChanges: {
      summary: 'Report that the server has lost changes',
      about:
        'For a client that starts over and finds a lower `seq` than it had: the server has lost the changes in between, perhaps because an old copy of its database was restored. If `seen` is above the current number, the account continues after it, and every client starts over. Otherwise nothing changes. Limited to once a minute for each account.',
      body: SeenChanges,
      answer: ChangesReset,
    },
    events: {
      summary: 'Follow changes',
      about:
        'The pages of `GET /api/changes` as server-sent events: the event is `changes`, its `id` the number, its `data` the changes. The stream begins after `Last-Event-ID`, or `since`, or else now. It ends from time to time: reconnect with the last id. An account can have 20 streams at a time on each instance.',
      query: EventsQuery,
      answer: Changes,
      stream: true,
      problems: ['cursor_gone'],
    },
    batch: {
      summary: 'Send many writes in one request',
      about:
        'Performs the operations one after the other, each as if it had been sent on its own, even if earlier ones have failed. With `Prefer: return=minimal`, successful results have no `body`, but the `revision` of the card or project.',
      body: Batch,
      bodyLimit: longestBody,
      minimal: true,
      answer: BatchResults,
      example: {
        body: { operations: [{ body: { text: 'Water the plants 🪴' }, idempotency_key: exampleOf(CardId) }] },
        answer: { results: [{ body: { card: exampleOf(Card, inInbox) }, seq: 42 }] },
      },
    },
  }),
} satisfies Record<RouteName, Route>

export type Params<Name extends RouteName> = Record<ParamNames<(typeof paths)[Name]>, string>
type Said<Name extends RouteName, Member extends 'body' | 'query' | 'answer', Otherwise> =
  (typeof routes)[Name] extends Record<Member, infer Schema extends TSchema> ? Static<Schema> : Otherwise
export type Body<Name extends RouteName> = Said<Name, 'body', undefined>
export type Query<Name extends RouteName> = Said<Name, 'query', undefined>
export type Answer<Name extends RouteName> = Said<Name, 'answer', void>

/** Every problem that a route can respond with. */
export const problemsOf = (name: RouteName) => problemsAt(methodAndPath(name)[1], routes[name])

export function problemsAt(path: string, route: Route): ProblemName[] {
  const { access, body, query, write, conditional, collection, problems = [] } = route
  const when = (applies: unknown, ...names: ProblemName[]) => (applies ? names : [])
  return [
    ...when(access !== 'public', 'unauthenticated', 'scope_insufficient'),
    ...when(body, 'malformed_json', 'payload_too_large', 'unsupported_media_type'),
    ...when(body || query || write, 'validation_failed'),
    ...when(write, 'idempotency_key_reused'),
    // The card that a repeated request created may have been deleted since.
    ...when(path.includes('{') || (write && collection), 'not_found'),
    ...when(write && collection, 'id_taken'),
    ...when(conditional, 'changed_meanwhile'),
    ...problems,
    // Any request may be malformed, never end, exceed the rate limit, or have headers that are too long.
    'malformed_request',
    'request_timeout',
    'rate_limited',
    'headers_too_large',
    'internal',
    'unavailable',
  ]
}

/**
 * True if `Prefer: return=minimal` leaves an empty response. The OpenAPI document says so only in words,
 * because a second successful response would change the types of every generated client.
 */
export const isShortened = ({ minimal, write }: Route) => minimal === true && write === true

/** Most responses are an envelope: an object with a single member. This is its name. */
export function soleMember({ answer }: Route): string | undefined {
  const [member, ...more] = Object.keys(answer?.properties ?? {})
  return more.length === 0 ? member : undefined
}

/** True if the response is one item with a revision, which is its `ETag`. */
export function isRevised({ answer }: Route): boolean {
  const members = Object.values(answer?.properties ?? {}) as Partial<TObject>[]
  return members.length > 0 && members.every(({ properties = {} }) => 'revision' in properties)
}

/** `'GET /api/search{?q,limit}'` → `['GET', '/api/search']` */
export const methodAndPath = (name: RouteName) =>
  paths[name].replace(/\{\?.*/, '').split(' ') as [method: string, path: string]

type NameWith<Members> = {
  [Name in RouteName]: (typeof routes)[Name] extends Members ? Name : never
}[RouteName]
/** Routes that write cards, projects or the bin. */
export type WriteName = NameWith<{ write: true }>
/** Routes whose body is a file. */
export type FileName = NameWith<{ fileTypes: object }>
/** Routes whose response is a stream. */
export type StreamName = NameWith<{ stream: true }>

export const routeNames = Object.keys(paths) as RouteName[]
