import { find } from '../../board/columns.ts'
import { confirmed, workspace } from '../model/changes.ts'
import { changesIn, idsOf, type Operation } from '../model/operations.ts'
import { tickIn } from '../model/text-changes.ts'
import { count, quoted } from '../model/wording.ts'
import { findProject, fullNameOf } from './projects.ts'

/** A sentence for each change, or for many of the same kind together: “Add “Buy milk” to Inbox”, “Complete 620 cards”. */
export function described(operations: readonly Operation[]): string[] {
  const places = new Map(
    operations.flatMap((one) =>
      one.kind === 'move cards' ? one.ids.map((id) => [id, one.column] as const) : [],
    ),
  )
  // Of operations that are not applied: what a restored server has lost.
  const made = new Map<string | null | undefined, string>(
    operations.flatMap((one) =>
      one.kind === 'add project' && !findProject(one.id) ? [[one.id, one.title] as const] : [],
    ),
  )
  const changes = changesIn(operations)
  const sentences = (changes.length > 0 ? changes : operations).flatMap((operation) =>
    idsOf(operation).map((id) => {
      const column = places.get(id)
      const project = made.get(column?.project_id)
      return sentenceOf(operation, id, project ?? (column ? fullNameOf(column) : undefined))
    }),
  )
  return sentences.reduce<Sentence[][]>(grouped, []).flatMap(inWords)
}

interface Sentence {
  /** With “…” for a name or a number of items. */
  pattern: string
  name: () => string
  things: string
}

function grouped(groups: Sentence[][], sentence: Sentence): Sentence[][] {
  const last = groups.at(-1)
  if (last?.[0]?.pattern === sentence.pattern) last.push(sentence)
  else groups.push([sentence])
  return groups
}

const maxListedTexts = 3

function inWords(group: readonly Sentence[]): string[] {
  const [first] = group
  if (!first) return []
  if (group.length > maxListedTexts) return [fill(first.pattern, `${count(group.length)} ${first.things}`)]
  return group.map(({ pattern, name }) => fill(pattern, quoted(name())))
}

const fill = (pattern: string, name: string) => pattern.replace('…', () => name)

function sentenceOf(operation: Operation, id: string, place: string | undefined): Sentence {
  const card = (pattern: string, text?: string): Sentence => ({
    pattern,
    name: () => text ?? nameOf(id),
    things: 'cards',
  })
  const project = (pattern: string, title?: string): Sentence => ({
    pattern,
    name: () => title ?? nameOf(id),
    things: 'projects',
  })
  switch (operation.kind) {
    case 'add card':
      return card(`Add … to ${place ?? homeOf(operation.project_id)}`, operation.text)
    case 'edit card': {
      const tick = tickIn(operation)
      if (!tick) return card('Edit …', operation.before)
      return card(tick.done ? 'Tick a step of …' : 'Untick a step of …', operation.before)
    }
    case 'complete card':
      return card(operation.complete ? 'Complete …' : 'Reopen …')
    case 'move cards':
      return card(`Move … to ${fullNameOf(operation.column)}`)
    case 'delete card':
      return card('Delete …', operation.before)
    case 'restore card':
      return card('Restore … from the bin', operation.card?.text)
    case 'add project':
      return project('Create the project …', operation.title)
    case 'rename project':
      return project(`Rename … to ${quoted(operation.title)}`, operation.before)
    case 'delete project':
      return project('Delete the project …')
    case 'restore project':
      return project('Restore … from the bin', operation.whole?.project.title)
    case 'purge':
      return { pattern: 'Permanently delete …', name: () => nameOf(id), things: 'items' }
  }
}

const homeOf = (projectId: string | null) =>
  projectId ? (workspace.value.projects?.find(({ id }) => id === projectId)?.title ?? 'a project') : 'Inbox'

/** The text or title of a card or project, as far as it is known: it may have been deleted. */
export function nameOf(id: string): string {
  for (const { columns, projects, bin } of [workspace.value, confirmed.value.workspace]) {
    const item = bin?.find((one) => one.id === id)
    const project = projects?.find((one) => one.id === id)
    const name = find(columns, id)?.text ?? project?.title ?? item?.text ?? item?.title
    if (name) return name
  }
  return 'a deleted card'
}
