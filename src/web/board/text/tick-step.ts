import { find } from '../../../client/board/columns.ts'
import type { Card } from '../../../contract/card.ts'
import type { Step } from '../../../contract/plain/marks/marks.ts'
import { offerUndo } from '../../actions/undo.ts'
import { ticked } from '../../model/ticking.ts'
import { quoted } from '../../model/wording.ts'
import { commit, foreseen } from '../../sync/commit.ts'

/** Ticks a step of a card, or unticks it. Nothing else of the text changes. */
export async function tickStepOf({ id, text: seen }: Card, step: Step, done: boolean): Promise<void> {
  const tick = (text: string) => ticked(text, { seen, step, done })
  const after = await change(id, tick)
  if (after === undefined) return
  const back = { seen: after, step: { ...step, done }, done: !done }
  const name = quoted(step.text)
  const [did, undid] = done ? ['Ticked', 'Unticked'] : ['Unticked', 'Ticked']
  offerUndo({
    items: [{ id, text: seen }],
    what: `${did} ${name}`,
    undone: `${undid} ${name}`,
    // A capital X comes back as it was.
    undo: () => change(id, (text) => (text === tick(seen) ? seen : ticked(text, back))),
    redo: () => change(id, tick),
  })
}

/** Returns the new text, unless there is nothing to change. */
async function change(id: string, by: (text: string) => string | undefined): Promise<string | undefined> {
  // Includes pending operations: a second click may come before the first is shown.
  const before = find(foreseen().columns, id)?.text
  const text = before === undefined ? undefined : by(before)
  if (before === undefined || text === undefined || text === before) return undefined
  await commit({ kind: 'edit card', id, text, before })
  return text
}
