import { requestAddressChange } from './accounts/address-change.ts'
import { openLink } from './accounts/open-link.ts'
import type { Sessions } from './accounts/sessions.ts'
import { requestLink } from './accounts/sign-in.ts'
import { findUser } from './accounts/users.ts'
import { addInboxCard, addProjectCard } from './cards/add-card.ts'
import { editCard, findCard, listInboxCards, listProjectCards, removeCard } from './cards/cards.ts'
import { setColumn } from './cards/set-column.ts'
import type { Handlers } from './http/endpoints.ts'
import { listPasskeys, removePasskey } from './passkeys/passkeys.ts'
import { finishRegistration, startRegistration } from './passkeys/registration.ts'
import { finishSignIn, startSignIn } from './passkeys/sign-in.ts'
import { addProject, findProject, listProjects, removeProject, renameProject } from './projects/projects.ts'
import { listStatuses } from './projects/statuses.ts'
import type { World } from './world.ts'

/** Every endpoint on one page: what each one does, once the request has been checked. */
export function createHandlers(world: World, sessions: Sessions): Handlers {
  const { db } = world
  return {
    requestLink: ({ body }) => requestLink(world, body.email),
    openLink: async ({ body }) => sessions.start(await openLink(world, body.token)),
    startPasskeySignIn: () => startSignIn(world),
    finishPasskeySignIn: async ({ body }) => sessions.start(await finishSignIn(world, body)),

    readMe: ({ ownerId }) => findUser(db, ownerId),
    requestAddressChange: ({ ownerId, body }) => requestAddressChange(world, ownerId, body.email),

    listPasskeys: ({ ownerId }) => listPasskeys(db, ownerId),
    startPasskeyRegistration: ({ ownerId }) => startRegistration(world, ownerId),
    addPasskey: ({ ownerId, body }) => finishRegistration(world, ownerId, body),
    removePasskey: ({ ownerId, params }) => removePasskey(world, ownerId, params.id),

    listProjects: ({ ownerId }) => listProjects(db, ownerId),
    addProject: ({ ownerId, body }) => addProject(world, ownerId, body.title),
    readProject: ({ ownerId, params }) => findProject(db, ownerId, params.project_id),
    renameProject: ({ ownerId, params, body }) =>
      renameProject(world, ownerId, params.project_id, body.title),
    removeProject: ({ ownerId, params }) => removeProject(world, ownerId, params.project_id),
    listStatuses: ({ ownerId, params }) => listStatuses(db, ownerId, params.project_id),

    listProjectCards: ({ ownerId, params }) => listProjectCards(db, ownerId, params.project_id),
    addProjectCard: ({ ownerId, params, body }) => addProjectCard(world, ownerId, params.project_id, body),
    listInboxCards: ({ ownerId }) => listInboxCards(db, ownerId),
    addInboxCard: ({ ownerId, body }) => addInboxCard(world, ownerId, body),
    readCard: ({ ownerId, params }) => findCard(db, ownerId, params.id),
    editCard: ({ ownerId, params, body }) => editCard(world, ownerId, params.id, body),
    removeCard: ({ ownerId, params }) => removeCard(world, ownerId, params.id),
    setColumn: ({ ownerId, body }) => setColumn(world, ownerId, body),
  }
}
