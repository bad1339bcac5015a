import { expect, test } from 'vitest'
import { operations } from './document.ts'

// The endpoints of the specification. Written out, because a list derived from the contract would always agree with it.
const specified = `
  POST /api/auth/magic-link public
  POST /api/auth/verify-email public
  POST /api/auth/passkey/options public
  POST /api/auth/passkey/verify public
  POST /api/auth/link public
  POST /api/auth/link/decline public
  GET /api/me session
  DELETE /api/me session
  POST /api/email/change session
  DELETE /api/email/change session
  GET /api/sessions session
  DELETE /api/sessions session
  DELETE /api/sessions/{id} session
  GET /api/tokens session
  POST /api/tokens session
  DELETE /api/tokens/{id} session
  POST /api/oauth/request session
  POST /api/oauth/allow session
  POST /api/oauth/refuse session
  GET /api/passkeys session
  POST /api/passkeys/options session
  POST /api/passkeys session
  DELETE /api/passkeys/{id} session
  GET /api/projects read write
  POST /api/projects write
  GET /api/projects/{project_id} read write
  PATCH /api/projects/{project_id} write
  DELETE /api/projects/{project_id} write
  GET /api/projects/{project_id}/statuses read write
  GET /api/projects/{project_id}/cards read write
  POST /api/projects/{project_id}/cards write
  GET /api/inbox/cards read write
  POST /api/inbox/cards capture write
  GET /api/cards/{id} read write
  PATCH /api/cards/{id} write
  DELETE /api/cards/{id} write
  PUT /api/cards/order write
  GET /api/search read write
  GET /api/bin read write
  POST /api/bin/{id}/restore write
  DELETE /api/bin/{id} write
  DELETE /api/bin write
  GET /api/export session
  POST /api/import session
  GET /api/changes read write
  POST /api/changes/reset write
  GET /api/events read write
  POST /api/batch write`

test('it has every endpoint, with the scopes that allow it, and no other', () => {
  const lines = specified
    .trim()
    .split('\n')
    .map((line) => line.trim())
  const described = operations.map(({ method, path, security }) => {
    const [session = 'public', ...tokens] = security.flatMap((one) => Object.keys(one))
    const access = tokens.map((name) => name.replace('_token', '')).join(' ') || session
    return `${method} ${path} ${access}`
  })
  expect(described.sort()).toEqual(lines.sort())
})
