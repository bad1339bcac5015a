/**
 * Every endpoint, by its name in the code. Imports no schemas, so that the client can be bundled for
 * browsers. Query parameters are named as in RFC 6570: `GET /api/search{?q,limit}`.
 */
export const paths = {
  requestLink: 'POST /api/auth/magic-link',
  describeLink: 'POST /api/auth/link',
  openLink: 'POST /api/auth/verify-email',
  declineLink: 'POST /api/auth/link/decline',
  startPasskeySignIn: 'POST /api/auth/passkey/options',
  finishPasskeySignIn: 'POST /api/auth/passkey/verify',

  readMe: 'GET /api/me',
  requestAddressChange: 'POST /api/email/change',
  withdrawAddressChange: 'DELETE /api/email/change',
  leave: 'DELETE /api/me',

  listSessions: 'GET /api/sessions',
  endSession: 'DELETE /api/sessions/{id}',
  endOtherSessions: 'DELETE /api/sessions',

  listApiTokens: 'GET /api/tokens',
  makeApiToken: 'POST /api/tokens',
  revokeApiToken: 'DELETE /api/tokens/{id}',

  describeAuthorization: 'POST /api/oauth/request',
  allowAuthorization: 'POST /api/oauth/allow',
  refuseAuthorization: 'POST /api/oauth/refuse',

  listPasskeys: 'GET /api/passkeys',
  startPasskeyRegistration: 'POST /api/passkeys/options',
  addPasskey: 'POST /api/passkeys',
  removePasskey: 'DELETE /api/passkeys/{id}',

  listProjects: 'GET /api/projects',
  addProject: 'POST /api/projects',
  readProject: 'GET /api/projects/{project_id}',
  renameProject: 'PATCH /api/projects/{project_id}',
  removeProject: 'DELETE /api/projects/{project_id}',
  listStatuses: 'GET /api/projects/{project_id}/statuses',

  listProjectCards: 'GET /api/projects/{project_id}/cards',
  addProjectCard: 'POST /api/projects/{project_id}/cards',
  listInboxCards: 'GET /api/inbox/cards',
  addInboxCard: 'POST /api/inbox/cards',
  readCard: 'GET /api/cards/{id}',
  editCard: 'PATCH /api/cards/{id}',
  removeCard: 'DELETE /api/cards/{id}',
  setColumn: 'PUT /api/cards/order',
  searchCards: 'GET /api/search{?q,limit}',

  listBin: 'GET /api/bin',
  restore: 'POST /api/bin/{id}/restore',
  purge: 'DELETE /api/bin/{id}',
  emptyBin: 'DELETE /api/bin',

  exportAccount: 'GET /api/export',
  importFile: 'POST /api/import{?dry_run,lists,title}',

  changes: 'GET /api/changes{?since}',
  resetChanges: 'POST /api/changes/reset',
  events: 'GET /api/events{?since,renumber}',
  batch: 'POST /api/batch',
} as const

export type RouteName = keyof typeof paths

/** `'GET /api/cards/{id}'` → `'id'` */
export type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `?${string}` ? never : Name) | ParamNames<Rest>
  : never
