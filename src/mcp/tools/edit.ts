import Type from 'typebox'
import type { Card } from '../../contract/card.ts'
import type { Board } from '../board.ts'
import { keysOf } from '../keys.ts'
import { type Operation, type Outcome, perform } from '../operations.ts'
import { findCard, findProject } from '../references.ts'
import { collecting, Refusal } from '../refusal.ts'
import { type Part, report } from '../report.ts'
import { cardAsData, describeWhole, quoted } from '../show.ts'
import { type Context, key, members, some, text, tool } from '../tool.ts'

/** How often a passage is replaced in a text that somebody else goes on changing. */
const mostAttempts = 5

const Edit = members({
  card: text('id, or beginning of its text'),
  replace: Type.Optional(text('a passage that occurs once')),
  with: Type.Optional(text()),
  append: Type.Optional(text('on new lines at the end')),
  text: Type.Optional(text('the whole new text')),
  revision: Type.Optional(Type.Integer({ description: 'needed with text: the one you have read' })),
})
type Edit = Type.Static<typeof Edit>

export const edit = tool({
  name: 'edit',
  title: 'Edit',
  description:
    'Changes texts of cards (by replace and with, append, or text and revision), and titles of projects. What others have changed meanwhile is never overwritten.',
  scope: 'write',
  input: members({
    cards: Type.Optional(some(Edit)),
    projects: Type.Optional(some(members({ project: text(), title: text() }))),
    key,
  }),
  annotations: { destructiveHint: false, idempotentHint: true },
  async run(context, given) {
    const { cards = [], projects = [] } = given
    if (cards.length + projects.length === 0)
      throw new Refusal('Nothing was done: give "cards" or "projects".')
    const board = await context.board()
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
      context.client,
      renames.map(({ found, title, key }) => ({
        method: 'PATCH',
        path: `/api/projects/${found.id}`,
        body: { title },
        if_match: `"${found.revision}"`,
        idempotency_key: key,
      })),
    )
    const after = await context.board().catch(() => board)
    return report(keys, [
      ...edits.map(({ card }, index) => told(after, card, outcomes[index] as Outcome)),
      ...renames.map(
        ({ found, title }, index): Part => ({
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

/** A passage, or an end, is put into whatever the text is by then; a whole text only in place of the one that was read. */
async function editAll(context: Context, board: Board, edits: Wanted[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let present = board
  let left = [...edits.keys()]
  for (let attempt = 1; left.length > 0; attempt++) {
    const some = left.flatMap((index) => {
      const operation = patching(present, edits[index] as Wanted)
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
    if (attempt === mostAttempts) break
    if (left.length > 0) present = await context.board().catch(() => present)
  }
  return outcomes
}

const wasOvertaken = (outcome: Outcome | undefined) =>
  outcome?.kind === 'refused' && outcome.problem.code === 'changed_meanwhile'

/** Nothing, if it can no longer be applied: then what has been said of it before stands. */
function patching(board: Board, { wanted, card, key }: Wanted): Operation | undefined {
  const present = board.find(card.id) ?? card
  const attempt = () => changed(board, present, wanted)
  try {
    const { text, revision } = attempt()
    return {
      method: 'PATCH',
      path: `/api/cards/${card.id}`,
      body: { text },
      if_match: `"${revision}"`,
      idempotency_key: key,
    }
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** The text that it is to have, and the revision that this presumes. */
function changed(board: Board, card: Card, wanted: Edit): { text: string; revision: number } {
  const { text, replace, with: instead, append, revision } = wanted
  const ways = [text, replace, append].filter((one) => one !== undefined)
  if (ways.length !== 1 || (replace === undefined) !== (instead === undefined))
    throw new Refusal(
      `${quoted(wanted.card)}: give either "replace" and "with", or "append", or "text" and "revision".`,
    )
  const now = `It says now:\n${describeWhole(board, card)}`
  if (text !== undefined) {
    if (revision === undefined)
      throw new Refusal(
        `${quoted(wanted.card)}: "revision" is missing, so that nothing is overwritten that you have not read. ${now}`,
      )
    return { text, revision }
  }
  if (append !== undefined) return { text: `${card.text}\n${append}`, revision: card.revision }
  const parts = card.text.split(replace ?? '')
  if (replace === '' || parts.length !== 2)
    throw new Refusal(
      `${quoted(wanted.card)}: ${quoted(replace ?? '')} occurs ${parts.length === 1 || replace === '' ? 'nowhere' : 'more than once'} in it. ${now}`,
    )
  return { text: parts.join(instead), revision: card.revision }
}

function told(board: Board, card: Card, outcome: Outcome): Part {
  const present = board.find(card.id)
  const name = `${board.shortId(card.id)} ${quoted(card.text)}`
  return {
    outcome,
    done: present ? `Edited:\n${describeWhole(board, present)}` : `Edited ${name}.`,
    what: `edit ${name}`,
    ...(wasOvertaken(outcome) && {
      reason: `somebody has changed it since you read it. ${present ? `It says now:\n${describeWhole(board, present)}` : 'It is gone.'}`,
    }),
    data: present ? cardAsData(board, present, true) : { id: card.id },
  }
}
