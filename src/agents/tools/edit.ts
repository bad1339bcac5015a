import Type from 'typebox'
import type { Board } from '../../board/board.ts'
import { type Operation, type Outcome, perform } from '../../client/perform.ts'
import type { Card } from '../../contract/card.ts'
import { findCard, findProject } from '../references.ts'
import { type Item, keysOf, report } from '../report.ts'
import { cardAsData, describeWhole, type LinkTo, quoted } from '../show.ts'
import { type Context, collecting, key, members, some, ToolError, text, tool } from '../tool.ts'

/** How often an edit is retried while somebody else keeps changing the text. */
const maxAttempts = 5

const Edit = members({
  card: text('id, or beginning of its text'),
  replace: Type.Optional(text('a passage that occurs once')),
  with: Type.Optional(text()),
  append: Type.Optional(text('on new lines at the end')),
  text: Type.Optional(text('the whole new text')),
  revision: Type.Optional(Type.Integer({ description: 'required with text: the revision you have read' })),
})
type Edit = Type.Static<typeof Edit>

export const edit = tool({
  name: 'edit',
  title: 'Edit',
  description:
    'Edits card texts (with replace and with, append, or text and revision) and project titles. Never overwrites changes that others have made.',
  scope: 'write',
  input: members({
    cards: Type.Optional(some(Edit)),
    projects: Type.Optional(some(members({ project: text(), title: text() }))),
    key,
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  async run(context, given) {
    const { cards = [], projects = [] } = given
    if (cards.length + projects.length === 0)
      throw new ToolError('Nothing was done: give "cards" or "projects".')
    const { client, account, linkTo } = context
    const board = await account.board(cards.map(({ card }) => card))
    const keys = keysOf('edit', given.key)
    const problems = collecting()
    const edits = cards.flatMap((wanted, index) => {
      const card = problems.attempt(() => findCard(board, wanted.card))
      if (!card) return []
      const change = problems.attempt(() => changed(board, card, wanted))
      return change === undefined ? [] : [{ wanted, card, key: keys.keyFor(`card ${index}`, wanted) }]
    })
    const renames = projects.flatMap(({ project, title }, index) => {
      const found = problems.attempt(() => findProject(board, project))
      return found ? [{ found, title, key: keys.keyFor(`project ${index}`, [project, title]) }] : []
    })
    problems.refuse()
    const outcomes = await editAll(context, board, edits)
    const renamed = await perform(
      client,
      renames.map(({ found, title, key }) => ({
        method: 'PATCH',
        path: `/api/projects/${found.id}`,
        body: { title },
        if_match: `"${found.revision}"`,
        idempotency_key: key,
      })),
    )
    const after = await presentOf(context, edits)
    return report(keys, [
      ...edits.map((one, index) => itemOf(board, linkTo, one.card, after, outcomes[index] as Outcome)),
      ...renames.map(
        ({ found, title }, index): Item => ({
          outcome: renamed[index] as Outcome,
          done: `Renamed project ${quoted(found.title)} to ${quoted(title)}.`,
          what: `rename project ${quoted(found.title)}`,
          data: { id: found.id, title },
        }),
      ),
    ])
  },
})

interface Wanted {
  wanted: Edit
  card: Card
  key: string
}

type Cards = ReadonlyMap<string, Card>

/** The cards as they are now; if they cannot be read, as they were. */
async function presentOf({ account }: Context, edits: readonly Wanted[]): Promise<Cards> {
  const before = edits.map(({ card }) => card)
  const now = await account.cards({ ids: before.map(({ id }) => id) }).catch(() => before)
  return new Map(now.map((card) => [card.id, card]))
}

/** Retries `replace` and `append` on the current text. A whole text replaces only the revision that was read. */
async function editAll(context: Context, board: Board, edits: readonly Wanted[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let present: Cards = new Map()
  let left = [...edits.keys()]
  for (let attempt = 1; left.length > 0; attempt++) {
    const some = left.flatMap((index) => {
      const operation = patching(board, present, edits[index] as Wanted)
      return operation ? [{ index, operation }] : []
    })
    const done = await perform(
      context.client,
      some.map(({ operation }) => operation),
    )
    for (const [at, { index }] of some.entries()) outcomes[index] = done[at] as Outcome
    left = some
      .map(({ index }) => index)
      .filter((index) => wasOvertaken(outcomes[index]) && edits[index]?.wanted.text === undefined)
    if (attempt === maxAttempts) break
    if (left.length > 0) present = await presentOf(context, edits)
  }
  return outcomes
}

const wasOvertaken = (outcome: Outcome | undefined) =>
  outcome?.kind === 'refused' && outcome.problem.code === 'changed_meanwhile'

/** Undefined if the edit no longer applies. Its previous outcome then stands. */
function patching(board: Board, present: Cards, { wanted, card, key }: Wanted): Operation | undefined {
  try {
    const { text, revision } = changed(board, present.get(card.id) ?? card, wanted)
    return {
      method: 'PATCH',
      path: `/api/cards/${card.id}`,
      body: { text },
      if_match: `"${revision}"`,
      idempotency_key: key,
    }
  } catch (error) {
    if (error instanceof ToolError) return undefined
    throw error
  }
}

/** The new text, and the revision that it is based on. */
function changed(board: Board, card: Card, wanted: Edit): { text: string; revision: number } {
  const { text, replace, with: instead, append, revision } = wanted
  const ways = [text, replace, append].filter((one) => one !== undefined)
  if (ways.length !== 1 || (replace === undefined) !== (instead === undefined))
    throw new ToolError(
      `${quoted(wanted.card)}: give either "replace" and "with", or "append", or "text" and "revision".`,
    )
  const now = `It now says:\n${describeWhole(board, card)}`
  if (text !== undefined) {
    if (revision === undefined)
      throw new ToolError(
        `${quoted(wanted.card)}: "revision" is required, so that you overwrite nothing you have not read. ${now}`,
      )
    return { text, revision }
  }
  if (append !== undefined) return { text: `${card.text}\n${append}`, revision: card.revision }
  const parts = card.text.split(replace ?? '')
  if (replace === '' || parts.length !== 2)
    throw new ToolError(
      `${quoted(wanted.card)}: ${quoted(replace ?? '')} ${parts.length === 1 || replace === '' ? 'does not occur' : 'occurs more than once'} in it. ${now}`,
    )
  return { text: parts.join(instead), revision: card.revision }
}

function itemOf(board: Board, linkTo: LinkTo, card: Card, after: Cards, outcome: Outcome): Item {
  const present = after.get(card.id)
  const name = `${board.shortId(card.id)} ${quoted(card.text)}`
  return {
    outcome,
    done: present ? `Edited:\n${describeWhole(board, present)}` : `Edited ${name}.`,
    what: `edit ${name}`,
    ...(wasOvertaken(outcome) && {
      reason: `somebody has changed it since you read it. ${present ? `It now says:\n${describeWhole(board, present)}` : 'It has been deleted.'}`,
    }),
    data: present ? cardAsData(board, linkTo, present, true) : { id: card.id },
  }
}
