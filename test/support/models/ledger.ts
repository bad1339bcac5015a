import { type Client, ProblemError } from '../../../src/client/client.ts'
import { type Chance, chanceOfRun } from '../machine/chance.ts'

const columns = ['inbox', 'To do', 'Doing', 'Done'] as const
type Column = (typeof columns)[number]

/** The texts of the cards in each column, in order. Texts are unique, so a text identifies its card. */
export type Board = Record<Column, string[]>

type Change = (board: Board) => Board
type Write = (client: Client) => Promise<unknown>

/** Makes random writes for one person, one after the other, and keeps track of the acknowledged ones. */
export class Ledger {
  /** The board after all acknowledged writes. */
  board: Board = { inbox: [], 'To do': [], Doing: [], Done: [] }
  /** The board if the last write, which was never acknowledged, took effect. */
  otherwise: Board = this.board
  readonly #chance: Chance
  readonly #projectId: string
  readonly #statusIds: Map<string, string>
  #ids = new Map<string, string>()
  #names = 0

  private constructor(projectId: string, statusIds: Map<string, string>, chance: Chance) {
    this.#chance = chance
    this.#projectId = projectId
    this.#statusIds = statusIds
  }

  static async open(client: Client, chance = chanceOfRun()): Promise<Ledger> {
    const { project } = await client.addProject({ title: 'Project' })
    const { statuses } = await client.listStatuses({ project_id: project.id })
    return new Ledger(project.id, new Map(statuses.map(({ name, id }) => [name, id])), chance)
  }

  /**
   * Writes until the server stops answering. Returns the number of acknowledged writes. Throws if a write is
   * refused.
   */
  async writeUntilTheEnd(client: Client, heard: (writes: number) => void = () => {}): Promise<number> {
    for (let writes = 0; ; writes++) {
      heard(writes)
      const [change, write] = this.#anyWrite()
      const changed = change(this.board)
      try {
        await write(client)
      } catch (error) {
        if (error instanceof ProblemError) throw error
        this.otherwise = changed
        return writes
      }
      this.board = changed
    }
  }

  /** Reads the board from the server, and continues from there. */
  async read(client: Client): Promise<{ board: Board; positions: number[][] }> {
    const { cards: inInbox } = await client.listInboxCards()
    const { cards: inProject } = await client.listProjectCards({ project_id: this.#projectId })
    const cards = [...inInbox, ...inProject]
    const perColumn = columns.map((column) => {
      const statusId = this.#statusIds.get(column) ?? null
      return cards.filter(({ status_id }) => status_id === statusId)
    })
    const texts = perColumn.map((those) => those.map(({ text }) => text))
    this.#ids = new Map(cards.map(({ text, id }) => [text, id]))
    this.board = Object.fromEntries(columns.map((column, index) => [column, texts[index]])) as Board
    return { board: this.board, positions: perColumn.map((those) => those.map(({ position }) => position)) }
  }

  #anyWrite(): [Change, Write] {
    const pick = <T>(items: readonly T[]): T | undefined => items[this.#chance.below(items.length)]
    const card = pick(Object.values(this.board).flat())
    if (card === undefined) return this.#add('inbox')
    switch (pick(['add', 'add', 'edit', 'move', 'remove'] as const)) {
      case 'edit':
        return this.#edit(card)
      case 'move':
        return this.#move(card, pick(columns) ?? 'inbox')
      case 'remove':
        return [without(card), (client) => client.removeCard({ id: this.#idOf(card) })]
      default:
        return this.#add(pick(['inbox', 'To do'] as const) ?? 'inbox')
    }
  }

  #add(column: 'inbox' | 'To do'): [Change, Write] {
    const text = this.#newName()
    const write: Write = async (client) => {
      const project_id = this.#projectId
      const { card } =
        column === 'inbox'
          ? await client.addInboxCard({ text })
          : await client.addProjectCard({ project_id, text })
      this.#ids.set(text, card.id)
    }
    return [(board) => ({ ...board, [column]: [...board[column], text] }), write]
  }

  #edit(card: string): [Change, Write] {
    const text = this.#newName()
    const write: Write = async (client) => {
      await client.editCard({ id: this.#idOf(card), text })
      this.#ids.set(text, this.#idOf(card))
    }
    return [everywhere((texts) => texts.map((one) => (one === card ? text : one))), write]
  }

  #move(card: string, column: Column): [Change, Write] {
    const status_id = this.#statusIds.get(column) ?? null
    const project_id = status_id && this.#projectId
    return [
      (board) => {
        const rest = without(card)(board)
        return { ...rest, [column]: [card, ...rest[column]] }
      },
      (client) => client.setColumn({ project_id, status_id, card_ids: [this.#idOf(card)] }),
    ]
  }

  #newName = () => `card ${++this.#names}`

  #idOf = (card: string) => this.#ids.get(card) ?? ''
}

const everywhere =
  (change: (texts: string[]) => string[]): Change =>
  (board) =>
    Object.fromEntries(columns.map((column) => [column, change(board[column])])) as Board

const without = (card: string) => everywhere((texts) => texts.filter((one) => one !== card))
