import { find } from '../../../client/board/columns.ts'
import type { Card } from '../../../contract/card.ts'
import { type Step, titleOf } from '../../../contract/plain/marks/marks.ts'
import { offerUndo } from '../../actions/undo.ts'
import { type Tick, ticked } from '../../model/ticking.ts'
import { quoted } from '../../model/wording.ts'
import { commit, foreseen } from '../../sync/commit.ts'

/** Ticks a step of a card, or unticks it. Nothing else of the text changes. */
export async function tickStepOf({ id, text: seen }: Card, step: Step, done: boolean): Promise<void> {
  const after = await turn(id, { seen, step, done })
  if (after === undefined) return
  const name = quoted(titleOf(step.text))
  const [did, undid] = done ? ['Ticked', 'Unticked'] : ['Unticked', 'Ticked']
  offerUndo({
    items: [{ id, text: seen }],
    what: `${did} ${name}`,
    undone: `${undid} ${name}`,
    undo: () => turn(id, { seen: after, step: { ...step, done }, done: !done }),
    redo: () => turn(id, { seen, step, done }),
  })
}

/** Returns the new text, unless there is nothing to change. */
async function turn(id: string, tick: Tick): Promise<string | undefined> {
  // Includes pending operations: a second click may come before the first is shown.
  const before = find(foreseen().columns, id)?.text
  const text = before === undefined ? undefined : ticked(before, tick)
  if (before === undefined || text === undefined || text === before) return undefined
  await commit({ kind: 'edit card', id, text, before })
  return text
}
