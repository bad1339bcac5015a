import { requestAddressChange, withdrawAddressChange } from './accounts/address-change.ts'
import { listApiTokens, makeApiToken, revokeApiToken } from './accounts/api-tokens.ts'
import { leave } from './accounts/leave.ts'
import { endOtherSessions, endSession, listSessions } from './accounts/sessions.ts'
import { declineLink, describeLink, openLink, requestLink } from './accounts/sign-in.ts'
import { findUser } from './accounts/users.ts'
import { emptyBin, listBin, purge, restore } from './bin/bin.ts'
import {
  addInboxCard,
  addProjectCard,
  editCard,
  findCard,
  listInboxCards,
  listProjectCards,
  removeCard,
} from './cards/cards.ts'
import { searchCards } from './cards/search.ts'
import { setColumn } from './cards/set-column.ts'
import type { BoardWorld, World } from './common/world.ts'
import { listChanges } from './feed/changes.ts'
import { createReset } from './feed/reset.ts'
import { resumeAt, type Streams } from './feed/streams.ts'
import { bytesOf } from './http/body.ts'
import type { Handlers } from './http/endpoints.ts'
import { allowAuthorization, describeAuthorization, refuseAuthorization } from './oauth/consent.ts'
import {
  finishRegistration,
  finishSignIn,
  listPasskeys,
  removePasskey,
  startRegistration,
  startSignIn,
} from './passkeys/passkeys.ts'
import {
  addProject,
  findProject,
  listProjects,
  listStatuses,
  removeProject,
  renameProject,
} from './projects/projects.ts'
import { exportAccount } from './transfer/export-account.ts'
import { importFile } from './transfer/import-file.ts'

/** The handler of every endpoint. Requests have been checked before. */
export function createHandlers(world: World, streams: Streams, boards: BoardHandlers): Handlers {
  const { db } = world
  const reset = createReset(world)
  return {
    requestLink: ({ body }) => requestLink(world, body.email),
    describeLink: ({ body }) => describeLink(world, body.token),
    openLink: (call) => openLink(world, call, call.body),
    declineLink: (call) => declineLink(world, call, call.body.token),
    startPasskeySignIn: () => startSignIn(world),
    finishPasskeySignIn: (call) => finishSignIn(world, call, call.body),

    readMe: ({ ownerId }) => findUser(db, ownerId),
    requestAddressChange: (call) => requestAddressChange(world, call, call.body.email),
    withdrawAddressChange: (call) => withdrawAddressChange(world, call),
    leave: (call) => leave(world, call, call.body.email),

    listSessions: ({ ownerId, session }) => listSessions(world, ownerId, session),
    endSession: (call) => endSession(world, call, call.params.id),
    endOtherSessions: (call) => endOtherSessions(world, call),

    listApiTokens: ({ ownerId }) => listApiTokens(db, ownerId),
    makeApiToken: (call) => makeApiToken(world, call, call.body),
    revokeApiToken: (call) => revokeApiToken(world, call, call.params.id),

    describeAuthorization: (call) => describeAuthorization(world, call, call.body),
    allowAuthorization: (call) => allowAuthorization(world, call, call.body),
    refuseAuthorization: (call) => refuseAuthorization(world, call, call.body),

    listPasskeys: ({ ownerId }) => listPasskeys(db, ownerId),
    startPasskeyRegistration: ({ ownerId }) => startRegistration(world, ownerId),
    addPasskey: (call) => finishRegistration(world, call, call.body),
    removePasskey: (call) => removePasskey(world, call, call.params.id),

    ...boards,
    resetChanges: ({ ownerId, body }) => reset(ownerId, body.seen),
    events: ({ ownerId, query, lastEventId }) =>
      streams.open(ownerId, resumeAt(lastEventId) ?? query.since, query.renumber),
  }
}

/** The endpoints of cards, projects and the bin. Those that may take long run in a worker (`pool/`). */
export type BoardHandlers = Pick<Handlers, keyof ReturnType<typeof createBoardHandlers>>

export function createBoardHandlers(world: BoardWorld) {
  const { db } = world
  return {
    listProjects: ({ ownerId }) => listProjects(db, ownerId),
    addProject: (call) => addProject(world, call, call.body.title),
    readProject: ({ ownerId, params }) => findProject(db, ownerId, params.project_id),
    renameProject: (call) => renameProject(world, call, call.params.project_id, call.body.title),
    removeProject: (call) => removeProject(world, call, call.params.project_id),
    listStatuses: ({ ownerId, params }) => listStatuses(db, ownerId, params.project_id),

    listProjectCards: ({ ownerId, params }) => listProjectCards(db, ownerId, params.project_id),
    addProjectCard: (call) => addProjectCard(world, call, call.params.project_id, call.body),
    listInboxCards: ({ ownerId }) => listInboxCards(db, ownerId),
    addInboxCard: (call) => addInboxCard(world, call, call.body),
    readCard: ({ ownerId, params }) => findCard(db, ownerId, params.id),
    editCard: (call) => editCard(world, call, call.params.id, call.body),
    removeCard: (call) => removeCard(world, call, call.params.id),
    setColumn: (call) => setColumn(world, call, call.body),
    searchCards: ({ ownerId, query }) => searchCards(db, ownerId, query),

    listBin: ({ ownerId }) => listBin(world, ownerId),
    restore: (call) => restore(world, call, call.params.id),
    purge: (call) => purge(world, call, call.params.id),
    emptyBin: (call) => emptyBin(world, call),

    exportAccount: ({ ownerId }) => exportAccount(world, ownerId),
    importFile: async (call) =>
      importFile(world, call, { ...call.body, bytes: await bytesOf(call.body.bytes) }, call.query),

    changes: ({ ownerId, query, placed }) => listChanges(db, ownerId, query.since, placed),
  } satisfies Partial<Handlers>
}
