// A card or project has a temporary id on the page until the server has given it one, and keeps it there afterwards:
// nothing has to be drawn again when the answer comes. A card that is deleted and brought back keeps it, too, even
// where the bin does not have it any more and it is a new card to the server. "Wire" ids are those the server knows.

const onWire = new Map<string, string>()
const onPage = new Map<string, string>()
// Makes temporary ids unique across reloads: drafts are stored under them.
const visit = Date.now().toString(36)
let count = 0

export const newId = () => `new-${visit}-${++count}`

/** Called with the server's answer to a creation. */
export function link(id: string, wireId: string): void {
  onWire.set(id, wireId)
  onPage.set(wireId, id)
}

/** Whether the server has no id for it: its creation is under way, or has failed. */
export const isUnsent = (id: string) => id.startsWith('new-') && !onWire.has(id)

export const toWire = (id: string) => onWire.get(id) ?? id
export const toPage = (wireId: string) => onPage.get(wireId) ?? wireId

interface Row {
  id: string
  project_id?: string | null
}

/** What the server sent, with the ids that the page uses. */
export function fromWire<T extends Row>(row: T): T {
  const id = toPage(row.id)
  const project_id = row.project_id && toPage(row.project_id)
  if (id === row.id && project_id === row.project_id) return row
  return project_id ? { ...row, id, project_id } : { ...row, id }
}

const failures = new Map<string, unknown>()

/** Remembers why a project could not be created. */
export const markFailed = (projectId: string, error: unknown) => failures.set(projectId, error)

/** The id for a request about a project. What concerns a project that could not be created fails for the same reason. */
export function projectOnWire(id: string): string {
  if (failures.has(id)) throw failures.get(id)
  return toWire(id)
}
