/** `inbox`, or the id of a project and the rank of one of its statuses. The ids of statuses are the server's own. */
export type ColumnName = string

export const inbox: ColumnName = 'inbox'
export const statusNames = ['To do', 'Doing', 'Done']
export const maxPosition = 2_147_483_647

export interface ModelCard {
  id: string
  column: ColumnName
  text: string
  complete: boolean
  position: number
  revision: number
}

export const placeOf = ({ column, position }: Pick<ModelCard, 'column' | 'position'>) =>
  `in ${column} at ${position}`

export interface ModelProject {
  id: string
  title: string
  revision: number
}

export const byRank = (a: ModelCard, b: ModelCard) => a.position - b.position || (a.id < b.id ? -1 : 1)
