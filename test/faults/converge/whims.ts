import { hash, randomUUID } from 'node:crypto'
import type { Card } from '../../../src/contract/card.ts'
import type { Chance } from '../../support/machine/chance.ts'
import { maxPosition } from './model-things.ts'
import type { Deed, Operation } from './operation.ts'
import type { Replica } from './replica.ts'

/** Above this size, a device deletes more than it adds, so that boards keep their size. */
const enoughCards = 40

const kinds = [
  ...times(9, 'add card'),
  ...times(9, 'edit card'),
  ...times(5, 'remove card'),
  ...times(9, 'order'),
  ...times(2, 'add project'),
  ...times(2, 'rename project'),
  ...times(1, 'remove project'),
  ...times(4, 'restore'),
  ...times(1, 'purge'),
]

/** Invents the next operation of a device, from its state, which is often stale. */
export class Whims {
  readonly #name: string
  readonly #chance: Chance
  readonly #replica: () => Replica
  /** The id of a card in another account, which must do nothing here. */
  readonly #foreign: () => string | undefined
  /** Items that the device has created, and that the server may not have yet. */
  #cards: string[] = []
  #projects: string[] = []
  #count = 0
  #keys = 0

  constructor(name: string, chance: Chance, replica: () => Replica, foreign: () => string | undefined) {
    this.#name = name
    this.#chance = chance
    this.#replica = replica
    this.#foreign = foreign
  }

  next(): Operation {
    const chance = this.#chance
    const deed = this.#deed()
    const seen = 'id' in deed ? this.#revisionOf(deed.id) : undefined
    const ifMatch: Operation['ifMatch'] = chance.oneIn(20) ? '*' : seen
    const isConditional = canHaveCondition(deed) && !chance.oneIn(4)
    const condition = isConditional && ifMatch !== undefined ? { ifMatch } : {}
    const used = deed.kind === 'add card' && chance.oneIn(40) ? this.#usedId() : undefined
    if (used) return { key: used, deed, isKeyUsed: !isByServer(used) }
    const number = ++this.#keys
    const name = `${this.#name}/${number}`
    if (canBeNameless(deed) && chance.oneIn(6)) return { key: name, deed, ...condition, isKeyless: true }
    if (deed.kind === 'add card' && canBeNameless(deed) && chance.oneIn(3)) return { key: name, deed }
    const key = uuidOf(this.#name, number)
    if (deed.kind === 'add card') this.#cards.push(key)
    if (deed.kind === 'add project') this.#projects.push(key)
    return { key, deed, ...condition }
  }

  /** Everything has been sent, and the feed knows better. */
  forget(): void {
    this.#cards = []
    this.#projects = []
  }

  #deed(): Deed {
    const chance = this.#chance
    const cards = this.#allCards()
    const projects = this.#allProjects()
    const project = chance.pick(projects)
    const id = chance.pick(cards)
    if (chance.oneIn(200)) return { kind: 'purge all' }
    const kind = chance.pick(kinds)
    switch (kind) {
      case 'edit card':
        return id ? { kind, id, patch: this.#patch(id) } : this.#newCard(null)
      case 'remove card':
        return id ? { kind, id } : this.#newCard(null)
      case 'order':
        return this.#order(cards)
      case 'add project':
        return { kind, title: this.#text() }
      case 'rename project':
        return project ? { kind, id: project, title: this.#text() } : this.#newProject()
      case 'remove project':
        return project && chance.oneIn(2) ? { kind, id: project } : this.#newCard(project ?? null)
      case 'restore':
      case 'purge': {
        const gone = chance.pick(this.#replica().gone) ?? id
        return gone ? { kind, id: gone } : this.#newCard(null)
      }
      default:
        if (id && cards.length > enoughCards && !chance.oneIn(3)) return { kind: 'remove card', id }
        return this.#newCard(chance.oneIn(3) ? null : (project ?? null))
    }
  }

  #allCards = () => [...this.#replica().cards.keys(), ...this.#cards]
  #allProjects = () => [...this.#replica().projects.keys(), ...this.#projects]

  #revisionOf(id: string): number | undefined {
    const { cards, projects } = this.#replica()
    return (cards.get(id) ?? projects.get(id))?.revision
  }

  #text = () => `${this.#name}-${++this.#count}`

  #newProject = (): Deed => ({ kind: 'add project', title: this.#text() })

  #newCard(project: string | null): Deed {
    const chance = this.#chance
    return {
      kind: 'add card',
      project,
      text: this.#text(),
      ...(chance.oneIn(4) && { complete: true }),
      ...(chance.oneIn(2) && { position: this.#position() }),
    }
  }

  #position = () => (this.#chance.oneIn(40) ? maxPosition : this.#chance.below(8))

  #patch(id: string): { text?: string; complete?: boolean; position?: number } {
    const chance = this.#chance
    const known = this.#replica().cards.get(id)
    switch (chance.below(8)) {
      case 0:
        return { position: this.#position() }
      case 1:
        // Perhaps the text that it already has.
        return { text: known?.text ?? this.#text() }
      case 2:
        return { text: this.#text(), complete: chance.oneIn(2), position: this.#position() }
      case 3:
      case 4:
        return { text: this.#text() }
      default:
        return { complete: known ? !known.complete : true }
    }
  }

  #order(cards: string[]): Deed {
    const chance = this.#chance
    const statuses = [...this.#replica().statuses.values()]
    const status = chance.oneIn(3) ? undefined : chance.pick(statuses)
    const there = this.#column(status?.id ?? null)
    const moved = [...new Set(chance.times(3, () => chance.pick(cards)))].filter(Boolean)
    const ids = there.map(({ id }) => id).filter((id) => !moved.includes(id))
    for (const id of moved) ids.splice(chance.below(ids.length + 1), 0, id)
    const stranger = chance.oneIn(2) ? randomUUID() : this.#foreign()
    if (stranger && chance.oneIn(10)) ids.splice(chance.below(ids.length + 1), 0, stranger)
    // Sometimes of another project, which has no such status.
    const project = chance.oneIn(50) ? chance.pick(statuses)?.project_id : status?.project_id
    const column = status && project ? { project, status: status.id } : { project: null, status: null }
    return { kind: 'order', ...column, ids, ...(!chance.oneIn(5) && { moved }) }
  }

  #column = (status: string | null): Card[] =>
    [...this.#replica().cards.values()]
      .filter(({ status_id }) => status_id === status)
      .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))

  /** The id of an item that exists or existed. */
  #usedId = () => this.#chance.pick([...this.#replica().cards.keys(), ...this.#replica().gone])
}

/**
 * What is created without a name of ours gets its id from the server, and if the answer is lost, somebody has
 * to see it before it is known. In the inbox somebody will; a project might be deleted, and the card with it.
 */
const canBeNameless = (deed: Deed) =>
  deed.kind === 'add card' ? deed.project === null : deed.kind !== 'add project'

const canHaveCondition = ({ kind }: Deed) => /^(edit|rename|remove)/.test(kind)

/** Any version but 7, which the server's own ids have. */
function uuidOf(name: string, number: number): string {
  const hex = hash('sha256', `${name}/${number}`)
  const version = [1, 4, 8][number % 3]
  return hex.replace(/^(.{8})(.{4}).(.{3})(.{4})(.{12}).*$/, `$1-$2-${version}$3-$4-$5`)
}

const isByServer = (id: string) => id[14] === '7'

function times<const Kind extends Deed['kind']>(count: number, kind: Kind): Kind[] {
  return Array<Kind>(count).fill(kind)
}
