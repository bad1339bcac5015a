import Type from 'typebox'
import type { Board } from '../../board/board.ts'
import { findCard } from '../../board/lookup.ts'
import { findProject, quoted } from '../../board/names.ts'
import { type Outcome, perform } from '../../client/perform.ts'
import { requestOf } from '../../client/requests.ts'
import type { Card } from '../../contract/card.ts'
import type { Account } from '../account.ts'
import { type Item, keysOf, report } from '../report.ts'
import { cardAsData, describeWhole, type LinkTo } from '../show.ts'
import { collecting, key, members, some, ToolError, text, tool } from '../tool.ts'

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
  async run({ client, account, linkTo }, given) {
    const { cards = [], projects = [] } = given
    if (cards.length + projects.length === 0)
      throw new ToolError('Nothing was done: give "cards" or "projects".')
    const board = await account.board(cards.map(({ card }) => card))
    const keys = keysOf('edit', given.key)
    const problems = collecting()
    const found = cards.flatMap((wanted, index) => {
      const card = problems.attempt(() => findCard(board, wanted.card))
      return card ? [{ wanted, index, card }] : []
    })
    const edits = [...Map.groupBy(found, ({ card }) => card).entries()].flatMap(([card, those]) => {
      const edited = problems.attempt(() =>
        those.reduce((now, { wanted }) => changed(board, now, wanted), card),
      )
      const all = those.map(({ wanted }) => wanted)
      return edited ? [{ card, edited, key: keys.keyFor(`card ${those[0]?.index}`, all) }] : []
    })
    const renames = projects.flatMap(({ project, title }, index) => {
      const found = problems.attempt(() => findProject(board.projects, project))
      return found ? [{ found, title, key: keys.keyFor(`project ${index}`, [project, title]) }] : []
    })
    problems.refuse()
    const outcomes = await perform(client, [
      ...edits.map(({ edited, key }) => ({
        ...requestOf({ kind: 'edit card', id: edited.id, text: edited.text }),
        if_match: `"${edited.revision}"`,
        idempotency_key: key,
      })),
      ...renames.map(({ found, title, key }) => ({
        ...requestOf({ kind: 'rename project', id: found.id, title }),
        if_match: `"${found.revision}"`,
        idempotency_key: key,
      })),
    ])
    const renamed = outcomes.splice(edits.length)
    const after = await presentOf(
      account,
      edits.map(({ card }) => card),
    )
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

type Cards = ReadonlyMap<string, Card>

/** The cards as they are now; if they cannot be read, as they were. */
async function presentOf(account: Account, before: readonly Card[]): Promise<Cards> {
  const now = await account.cards({ ids: before.map(({ id }) => id) }).catch(() => before)
  return new Map(now.map((card) => [card.id, card]))
}

/** With the new text, and the revision that it is based on. */
function changed(board: Board, card: Card, wanted: Edit): Card {
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
    return { ...card, text, revision }
  }
  if (append !== undefined) return { ...card, text: `${card.text}\n${append}` }
  const parts = card.text.split(replace ?? '')
  if (replace === '' || parts.length !== 2)
    throw new ToolError(
      `${quoted(wanted.card)}: ${quoted(replace ?? '')} ${parts.length === 1 || replace === '' ? 'does not occur' : 'occurs more than once'} in it. ${now}`,
    )
  return { ...card, text: parts.join(instead) }
}

function itemOf(board: Board, linkTo: LinkTo, card: Card, after: Cards, outcome: Outcome): Item {
  const present = after.get(card.id)
  const name = `${board.shortId(card.id)} ${quoted(card.text)}`
  return {
    outcome,
    done: present ? `Edited:\n${describeWhole(board, present)}` : `Edited ${name}.`,
    what: `edit ${name}`,
    ...(outcome.kind === 'refused' &&
      outcome.problem.code === 'changed_meanwhile' && {
        reason: `somebody has changed it since you read it. ${present ? `It now says:\n${describeWhole(board, present)}` : 'It has been deleted.'}`,
      }),
    data: present ? cardAsData(board, linkTo, present, true) : { id: card.id },
  }
}
