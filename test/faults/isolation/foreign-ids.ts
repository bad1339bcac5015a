import type { Client } from '../../../src/client/client.ts'
import type { RouteName } from '../../../src/contract/plain/paths.ts'
import { methodAndPath, type Route, routeNames, routes } from '../../../src/contract/routes.ts'
import { VirtualPasskey } from '../../support/authenticator/authenticator.ts'
import { requestLineOf, wellFormed } from '../../support/service/well-formed.ts'
import { written } from '../support/line.ts'

/** The id of one resource of each kind. */
export interface Belongings {
  user: string
  passkey: string
  project: string
  status: string
  'card of a project': string
  'card of an inbox': string
  'bin item, a card': string
  'bin item, a project': string
}

export async function settleIn(client: Client, port: number): Promise<Belongings> {
  const { user } = await client.readMe()
  const { project } = await client.addProject({ title: 'Garden' })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  const { card } = await client.addProjectCard({ project_id: project.id, text: 'Weed' })
  const { card: loose } = await client.addInboxCard({ text: 'Water the plants' })
  const { project: former } = await client.addProject({ title: 'Former' })
  await client.removeProject({ project_id: former.id })
  const { card: torn } = await client.addInboxCard({ text: 'Torn up' })
  await client.removeCard({ id: torn.id })
  const key = new VirtualPasskey({ origin: `http://localhost:${port}`, rpId: 'localhost' })
  const credential = key.attest(await client.startPasskeyRegistration())
  const { passkey } = await client.addPasskey({ label: 'Key ring', credential })
  return {
    user: user.id,
    passkey: passkey.id,
    project: project.id,
    status: statuses[0]?.id ?? '',
    'card of a project': card.id,
    'card of an inbox': loose.id,
    'bin item, a card': torn.id,
    'bin item, a project': former.id,
  }
}

/** A request with one id of somebody else. */
export interface Probe {
  name: string
  /** The id is of the kind that belongs in this place: a card's where a card is expected. */
  isApt: boolean
  foreignId: string
  ask(id: string): string
}

/** A probe for each endpoint, each place in it that takes an id, and each kind of foreign id. */
export function probesOf(token: string, own: Belongings, foreign: Belongings): Probe[] {
  return routeNames.flatMap((name) => {
    const asks = { ...inPath(name, token), ...inBody(name, token, own, foreign) }
    return Object.entries(asks).flatMap(([place, ask]) =>
      Object.entries(foreign).map(([kind, foreignId]) => ({
        name: `${methodAndPath(name).join(' ')} with another's ${kind} as ${place}`,
        isApt: kind.startsWith(nounAt(name, place)),
        foreignId,
        ask,
      })),
    )
  })
}

/** The kind of id that belongs in a place: `'status'` for `status_id`; for a plain `id`, the noun in the path. */
function nounAt(name: RouteName, place: string): string {
  if (place.startsWith('moved')) return 'card'
  const [, noun] = /^(\w+)_id/.exec(place) ?? /(\w+?)s?\/\{/.exec(methodAndPath(name)[1]) ?? []
  return noun ?? ''
}

type Asks = Record<string, (id: string) => string>

function inPath(name: RouteName, token: string): Asks {
  const [, param] = /\{(\w+)\}/.exec(methodAndPath(name)[1]) ?? []
  if (!param) return {}
  return { [param]: (id) => written(...requestLineOf(name, id), { token, body: wellFormed[name] }) }
}

/** Probes of the body: with the caller's own ids beside the foreign one, and with a foreign project and status. */
function inBody(name: RouteName, token: string, own: Belongings, foreign: Belongings): Asks {
  const { body } = routes[name] as Route
  const { properties = {} } = (body ?? {}) as { properties?: Record<string, { not?: unknown }> }
  const places = Object.keys(properties).filter(
    // A client of OAuth belongs to nobody.
    (member) => /(?<!^client)_ids?$|^moved$/.test(member) && !properties[member]?.not,
  )
  const asks = (rest: Belongings, whose: string): Asks =>
    Object.fromEntries(
      places.map((place) => [
        `${place}${whose}`,
        (id) => written(...methodAndPath(name), { token, body: { ...column(rest), ...changed(place, id) } }),
      ]),
    )
  const changed = (place: string, id: string) => {
    const ids = [own['card of an inbox'], id]
    // The moved cards are also listed in the column.
    if (place === 'moved') return { card_ids: ids, moved: [id] }
    return { [place]: place.endsWith('s') ? ids : id }
  }
  return {
    ...asks(own, ''),
    ...asks({ ...own, project: foreign.project, status: foreign.status }, ' on their board'),
  }
}

const column = ({ project, status, 'card of a project': card }: Belongings) => ({
  project_id: project,
  status_id: status,
  card_ids: [card],
})
