import { isDeepStrictEqual } from 'node:util'
import type { Client } from '../../../src/client/client.ts'
import type { Card } from '../../../src/contract/card.ts'
import type { Chance } from '../../support/machine/chance.ts'
import { ColumnModel } from '../../support/models/column-model.ts'
import { type Column, type Commons, isInOrder, newColumns } from './order-commons.ts'

const mostCards = 24

/**
 * One of several clients of the same person. It has cards that no other client touches, and a project of its
 * own, where it knows every position. It also moves its cards into the columns that all clients share, and
 * the common cards there.
 */
export class OrderClient {
  readonly #client: Client
  readonly #commons: Commons
  readonly #chance: Chance
  #columns: Column[] = []
  #model = new ColumnModel<string>()
  /** Its own cards that are in shared columns. */
  #away = new Map<string, Column>()

  constructor(client: Client, commons: Commons, chance: Chance) {
    this.#client = client
    this.#commons = commons
    this.#chance = chance
  }

  /** Does one random operation. Throws if the answer is wrong. */
  async act(): Promise<void> {
    const chance = this.#chance
    if (this.#columns.length === 0) return await this.#build()
    if (chance.oneIn(400)) return await this.#demolish()
    const owned = this.#owned()
    const id = chance.pick(owned)
    const common = chance.pick([...this.#commons.cards])
    switch (
      chance.pick(['add', 'addAway', 'patch', 'remove', 'order', 'order', 'share', 'share', 'common'])
    ) {
      case 'add':
        return owned.length < mostCards ? await this.#add() : await this.#remove(id)
      case 'addAway':
        return owned.length < mostCards ? await this.#addAway() : await this.#remove(id)
      case 'patch':
        return id ? await this.#patch(id) : await this.#commons.patch(common, this.#position())
      case 'remove':
        return id ? await this.#remove(id) : await this.#add()
      case 'order':
        return await this.#order(chance.pick(this.#columns), this.#some(owned))
      case 'share':
        return await this.#share(chance.pick(this.#commons.columns))
      case 'common':
        return chance.oneIn(2)
          ? await this.#commons.patch(common, this.#position())
          : await this.#commons.replace(common)
    }
  }

  /** The differences between the cards and this client's expectations, while no client is writing. */
  differences(cards: Card[]): string[] {
    const own = this.#columns.flatMap((column) => {
      const found = cards.filter(({ status_id }) => status_id === column.status_id)
      const expected = this.#model.column(name(column))
      const isSame = isDeepStrictEqual(found.map(ranked), expected)
      return isSame
        ? []
        : [`A column is ${JSON.stringify(found.map(ranked))} and should be ${JSON.stringify(expected)}.`]
    })
    const away = [...this.#away].flatMap(([id, { status_id }]) =>
      cards.some((card) => card.id === id && card.status_id === status_id)
        ? []
        : [`Card ${id} is not in the column it was moved to.`],
    )
    return [...own, ...away]
  }

  get count(): number {
    return this.#owned().length
  }

  #owned = () => [...this.#model.ids(), ...this.#away.keys()]

  #some = (ids: string[]) => [...new Set(this.#chance.times(5, () => this.#chance.pick(ids)))].filter(Boolean)

  #position = () => this.#chance.below(8)

  #draft() {
    const position = this.#chance.oneIn(2) ? this.#position() : undefined
    return { text: 'own', ...(position !== undefined && { position }) }
  }

  async #build(): Promise<void> {
    this.#columns = await newColumns(this.#client)
  }

  async #demolish(): Promise<void> {
    await this.#client.removeProject({ project_id: this.#columns[0]?.project_id ?? '' })
    this.#columns = []
    this.#model = new ColumnModel<string>()
  }

  async #add(): Promise<void> {
    const [first] = this.#columns as [Column]
    const draft = this.#draft()
    const { card } = await this.#client.addProjectCard({ project_id: first.project_id ?? '', ...draft })
    this.#model.create(name(first), card.id, draft.position)
  }

  async #addAway(): Promise<void> {
    const [inbox, first] = this.#commons.columns as [Column, Column]
    const project_id = first.project_id ?? ''
    const toInbox = this.#chance.oneIn(2)
    const { card } = toInbox
      ? await this.#client.addInboxCard(this.#draft())
      : await this.#client.addProjectCard({ project_id, ...this.#draft() })
    this.#away.set(card.id, toInbox ? inbox : first)
  }

  async #patch(id: string): Promise<void> {
    const position = this.#position()
    await this.#client.editCard({ id, position, complete: this.#chance.oneIn(2) })
    this.#model.patch(id, position)
  }

  async #remove(id: string): Promise<void> {
    await this.#client.removeCard({ id })
    this.#model.remove(id)
    this.#away.delete(id)
  }

  async #order(column: Column, ids: string[]): Promise<void> {
    const { cards } = await this.#client.setColumn({ ...column, card_ids: ids })
    this.#model.order(name(column), ids)
    for (const id of ids) this.#away.delete(id)
    if (!isDeepStrictEqual(cards.map(ranked), this.#model.column(name(column))))
      throw new Error(`A move was answered with ${JSON.stringify(cards.map(ranked))}.`)
  }

  /** Moves some of its own cards and some common ones into a shared column. */
  async #share(column: Column): Promise<void> {
    const own = this.#some(this.#owned())
    const common = this.#some([...this.#commons.cards])
    const ids = [...common, ...own]
    await this.#commons.unlessMissing(common, async () => {
      const { cards } = await this.#client.setColumn({ ...column, card_ids: ids })
      for (const id of own) {
        this.#model.remove(id)
        this.#away.set(id, column)
      }
      if (!isInOrder(cards, ids, column))
        throw new Error(`A move of ${JSON.stringify(ids)} was answered with ${JSON.stringify(cards)}.`)
    })
  }
}

const name = ({ status_id }: Column) => status_id ?? 'inbox'

const ranked = ({ id, position }: Card) => ({ id, position })
