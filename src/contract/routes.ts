import type { Static, TSchema } from 'typebox'
import { ChangeSent, LinkRequest, LinkSent, LinkToken, Me, Session } from './account.ts'
import { CardEnvelope, CardList, CardPatch, ColumnOrder, NewCard } from './card.ts'
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
import { ProjectEnvelope, ProjectList, ProjectTitle, StatusList } from './project.ts'

/** The headings of the documentation. */
export const groups = {
  'Signing in': 'By an emailed link or by a passkey. Either makes a session; nothing else does.',
  Account: 'Who is signed in, and at which address.',
  Passkeys: 'A way to sign in without opening a mailbox. Added while signed in.',
  Projects: 'Each has three statuses, which are the columns of its board.',
  Cards: 'In your inbox, or in one column of one project.',
}

export interface Route {
  group: keyof typeof groups
  summary: string
  about?: string
  /** The public ones are those that make a session; every other needs one. */
  public?: true
  body?: TSchema
  /** A body that is accepted. */
  example?: object
  bodyLimit?: number
  status: 200 | 201 | 202 | 204
  answer?: TSchema
  /** For 201: the collection that the new thing's own address lies in. */
  collection?: string
  /** What can go wrong beyond what every route of its kind shares; see `problemsOf`. */
  problems?: ProblemName[]
}

export const routes = {
  requestLink: {
    group: 'Signing in',
    summary: 'Email a sign-in link',
    about:
      'Creates the account if the address is new. The answer is the same either way. One link a minute for each account; a link is valid for 15 minutes and opens once.',
    public: true,
    body: LinkRequest,
    example: { email: 'ada@example.com' },
    status: 202,
    answer: LinkSent,
    problems: ['throttled'],
  },
  openLink: {
    group: 'Signing in',
    summary: 'Open an emailed link',
    about: 'Spends the link and answers with a session. The same call confirms a change of address.',
    public: true,
    body: LinkToken,
    example: { token: 'r9Yw2…' },
    status: 200,
    answer: Session,
    problems: ['token_unknown', 'token_used', 'token_expired', 'email_taken'],
  },
  startPasskeySignIn: {
    group: 'Signing in',
    summary: 'Begin a passkey sign-in',
    about: 'Options for navigator.credentials.get(). The challenge is valid for 5 minutes and once.',
    public: true,
    status: 200,
    answer: SignInOptions,
  },
  finishPasskeySignIn: {
    group: 'Signing in',
    summary: 'Finish a passkey sign-in',
    about:
      'Takes the browser’s AuthenticationResponseJSON as it is. The challenge is spent whatever the outcome.',
    public: true,
    body: Assertion,
    status: 200,
    answer: Session,
    problems: ['challenge_invalid', 'passkey_refused'],
  },

  readMe: { group: 'Account', summary: 'Who am I', status: 200, answer: Me },
  requestAddressChange: {
    group: 'Account',
    summary: 'Change my address',
    about:
      'Emails a link to the new address; nothing changes until it is opened. A newer request replaces an older one. One link a minute.',
    body: LinkRequest,
    example: { email: 'ada@example.org' },
    status: 202,
    answer: ChangeSent,
    problems: ['throttled'],
  },

  listPasskeys: { group: 'Passkeys', summary: 'List my passkeys', status: 200, answer: PasskeyList },
  startPasskeyRegistration: {
    group: 'Passkeys',
    summary: 'Begin adding a passkey',
    about:
      'Options for navigator.credentials.create(). The challenge is valid for 5 minutes, once, and for you alone.',
    status: 200,
    answer: RegistrationOptions,
  },
  addPasskey: {
    group: 'Passkeys',
    summary: 'Finish adding a passkey',
    about: 'Takes the browser’s RegistrationResponseJSON as it is, and a label.',
    body: NewPasskey,
    status: 201,
    answer: PasskeyEnvelope,
    collection: '/api/passkeys',
    problems: ['challenge_invalid', 'passkey_invalid', 'passkey_exists'],
  },
  removePasskey: { group: 'Passkeys', summary: 'Remove a passkey', status: 204 },

  listProjects: {
    group: 'Projects',
    summary: 'List my projects',
    about: 'In order of creation.',
    status: 200,
    answer: ProjectList,
  },
  addProject: {
    group: 'Projects',
    summary: 'Create a project',
    about: 'It comes with three statuses: To do, Doing and Done.',
    body: ProjectTitle,
    example: { title: 'Garden' },
    status: 201,
    answer: ProjectEnvelope,
    collection: '/api/projects',
    problems: ['project_limit_reached'],
  },
  readProject: { group: 'Projects', summary: 'Read a project', status: 200, answer: ProjectEnvelope },
  renameProject: {
    group: 'Projects',
    summary: 'Rename a project',
    body: ProjectTitle,
    example: { title: 'Kitchen garden' },
    status: 200,
    answer: ProjectEnvelope,
  },
  removeProject: {
    group: 'Projects',
    summary: 'Delete a project',
    about: 'Its cards and statuses go with it.',
    status: 204,
  },
  listStatuses: {
    group: 'Projects',
    summary: 'List the statuses of a project',
    about: 'In order: they are the columns of its board.',
    status: 200,
    answer: StatusList,
  },

  listProjectCards: {
    group: 'Cards',
    summary: 'List the cards of a project',
    about: 'Column by column, in order.',
    status: 200,
    answer: CardList,
  },
  addProjectCard: {
    group: 'Cards',
    summary: 'Add a card to a project',
    about: 'In its first status; at the end, or at `position`, where later cards move up by one.',
    body: NewCard,
    example: { text: 'Prune the apple tree', position: 0 },
    status: 201,
    answer: CardEnvelope,
    collection: '/api/cards',
  },
  listInboxCards: {
    group: 'Cards',
    summary: 'List the cards of my inbox',
    about: 'In order.',
    status: 200,
    answer: CardList,
  },
  addInboxCard: {
    group: 'Cards',
    summary: 'Add a card to my inbox',
    about: 'At the end, or at `position`, where later cards move up by one.',
    body: NewCard,
    example: { text: 'Water the plants' },
    status: 201,
    answer: CardEnvelope,
    collection: '/api/cards',
  },
  readCard: { group: 'Cards', summary: 'Read a card', status: 200, answer: CardEnvelope },
  editCard: {
    group: 'Cards',
    summary: 'Edit a card',
    about:
      'Changes what is sent and nothing else: a `position` is stored as given and other cards stay where they are.',
    body: CardPatch,
    example: { complete: true },
    status: 200,
    answer: CardEnvelope,
  },
  removeCard: {
    group: 'Cards',
    summary: 'Delete a card',
    about: 'The rest of its column closes ranks.',
    status: 204,
  },
  setColumn: {
    group: 'Cards',
    summary: 'Set the contents and order of a column',
    about:
      'The one way to move cards, within a column or between any two. All or nothing, and never loses a card. Afterwards every column it touched counts 0, 1, 2 …',
    body: ColumnOrder,
    example: {
      project_id: '01a1dd4b-2842-7000-b798-25bc6374fed5',
      status_id: '01a1dd4b-2842-7002-8c1e-0b6f3f1d9a47',
      card_ids: ['01a1dd4b-3f76-7000-8c01-da6315d4a075', '01a1dd4b-3610-7000-8696-fe14c0e52235'],
    },
    bodyLimit: 1024 * 1024,
    status: 200,
    answer: CardList,
    problems: ['not_found'],
  },
} as const satisfies Record<RouteName, Route>

export type Params<Name extends RouteName> = Record<ParamNames<(typeof paths)[Name]>, string>
export type Body<Name extends RouteName> = (typeof routes)[Name] extends {
  body: infer Schema extends TSchema
}
  ? Static<Schema>
  : undefined
export type Answer<Name extends RouteName> = (typeof routes)[Name] extends {
  answer: infer Schema extends TSchema
}
  ? Static<Schema>
  : // biome-ignore lint/suspicious/noConfusingVoidType: what a function that answers nothing returns
    void

const ofBodies: ProblemName[] = [
  'malformed_json',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
]

// Whatever the route: the request may not be one, may never end, or may have headers without end.
const ofRequests: ProblemName[] = ['malformed_request', 'request_timeout', 'headers_too_large']

/** Every problem that a route can answer with. */
export function problemsOf(name: RouteName): ProblemName[] {
  const route: Route = routes[name]
  const problems: ProblemName[] = [
    ...(route.public ? [] : (['unauthenticated'] as const)),
    ...(route.body ? ofBodies : []),
    ...(paths[name].includes('{') ? (['not_found'] as const) : []),
    ...(route.problems ?? []),
    ...(paths[name].includes('/api/auth/') ? (['rate_limited'] as const) : []),
    ...ofRequests,
    'internal',
    'unavailable',
  ]
  return problems
}

export const methodAndPath = (name: RouteName) => paths[name].split(' ') as [method: string, path: string]

export const routeNames = Object.keys(paths) as RouteName[]
