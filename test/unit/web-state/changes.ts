import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyWorkspace, takeIn, type Workspace } from '../../../src/board/workspace.ts'
import {
  confirmed,
  isConfirmed,
  outbox,
  unsent,
  type Waiting,
  workspace,
} from '../../../src/web/model/changes.ts'
import type { Operation } from '../../../src/web/model/operations.ts'
import { replayed } from '../../../src/web/model/replay.ts'
import { anyOperation, someAccount } from '../../support/models/some-operations.ts'
import { cardOf, projectOf } from '../../support/models/things.ts'

/** Of its cards only what is drawn: what else is new about one is no reason to draw it again. */
const seen = ({ columns, ...rest }: Workspace) => ({
  ...rest,
  columns: [...columns].map(([key, cards]) => [
    key,
    cards.map(({ id, text, complete, project_id, status_id }) => ({
      id,
      text,
      complete,
      project_id,
      status_id,
    })),
  ]),
})

const entry = (n: number, operation: Operation): Waiting => ({ n, key: `key-${n}`, operation })
const rename = (n: number, title: string) => entry(n, { kind: 'rename project', id: 'p', title, before: 'p' })
const titles = () => workspace.value.projects?.map(({ title }) => title)

export function testChanges(runs: number): void {
  beforeEach(() => {
    confirmed.value = { workspace: someAccount, seq: 1 }
    outbox.value = []
  })

  test('a project that is renamed twice has the second title, whatever becomes of the first', () => {
    const [first, second] = [rename(1, 'B'), rename(2, 'C')]
    outbox.value = [first, second]
    expect(titles()).toEqual(['C', 'q'])
    outbox.value = [second]
    expect(titles()).toEqual(['C', 'q'])
    outbox.value = [first]
    expect(titles()).toEqual(['B', 'q'])
    outbox.value = []
    expect(titles()).toEqual(['p', 'q'])
  })

  test('what is done elsewhere is shown under what is still to be sent', () => {
    outbox.value = [rename(1, 'Mine')]
    confirmed.value = takeIn(confirmed.value, {
      seq: 2,
      more: false,
      projects: [projectOf('p', { title: 'Theirs' }), projectOf('q', { title: 'Also theirs' })],
      statuses: [],
      cards: [],
      positions: [],
      deleted: [],
    })
    expect(titles()).toEqual(['Mine', 'Also theirs'])
    outbox.value = []
    expect(titles()).toEqual(['Theirs', 'Also theirs'])
  })

  describe('the picture', () => {
    type Step =
      | { is: 'added'; operations: Operation[] }
      | { is: 'gone'; at: number }
      | { is: 'replaced'; at: number; operation: Operation }
      | { is: 'confirmed' }
      | { is: 'account'; operations: Operation[] }
    const some = fc.array(anyOperation, { maxLength: 4 })
    const steps: fc.Arbitrary<Step[]> = fc.array(
      fc.oneof(
        fc.record({ is: fc.constant('added' as const), operations: some }),
        fc.record({ is: fc.constant('gone' as const), at: fc.nat(5) }),
        fc.record({ is: fc.constant('replaced' as const), at: fc.nat(5), operation: anyOperation }),
        fc.constant({ is: 'confirmed' as const }),
        fc.record({ is: fc.constant('account' as const), operations: some }),
      ),
      { maxLength: 12 },
    )

    test('that is carried on is the one that is made from scratch', () => {
      fc.assert(
        fc.property(steps, (all) => {
          confirmed.value = { workspace: someAccount, seq: 1 }
          outbox.value = []
          let n = 0
          for (const step of all) {
            const now = outbox.value
            if (step.is === 'added') outbox.value = [...now, ...step.operations.map((one) => entry(++n, one))]
            else if (step.is === 'gone') outbox.value = now.filter((_, index) => index !== step.at)
            else if (step.is === 'replaced')
              outbox.value = now.map((one, index) =>
                index === step.at ? { ...one, operation: step.operation } : one,
              )
            else if (step.is === 'confirmed') {
              // What the first one does is what the server says from now on.
              const [first, ...rest] = now
              const base = confirmed.value.workspace
              confirmed.value = { workspace: replayed(base, first ? [first.operation] : []), seq: ++n }
              outbox.value = rest
            } else confirmed.value = { workspace: replayed(emptyWorkspace, step.operations), seq: ++n }
            const operations = outbox.value.map(({ operation }) => operation)
            expect(seen(workspace.value)).toEqual(seen(replayed(confirmed.value.workspace, operations)))
          }
        }),
        { numRuns: runs },
      )
    })

    test('is made of the same objects when an operation is answered, and when it is confirmed as it was shown', () => {
      outbox.value = [rename(1, 'B'), entry(2, { kind: 'complete card', id: 'a', complete: true })]
      const { columns, projects, statuses } = workspace.value
      outbox.value = outbox.value.map((one) => ({ ...one, seq: 7 }))
      expect(workspace.value.projects).toBe(projects)
      expect(workspace.value.statuses).toBe(statuses)
      expect(workspace.value.columns).toBe(columns)
      const [renaming, completing] = outbox.value
      confirmed.value = takeIn(confirmed.value, {
        seq: 7,
        more: false,
        projects: [],
        statuses: [],
        cards: [cardOf('a', 0, { complete: true, revision: 7 })],
        positions: [],
        deleted: [],
      })
      outbox.value = renaming && completing ? [renaming] : []
      expect(workspace.value.columns).toBe(columns)
    })
  })

  test('an operation waits until the feed has reached its number, and is sent only while it has none', () => {
    const answered = { ...rename(1, 'B'), seq: 5 }
    outbox.value = [answered, rename(2, 'C')]
    expect(unsent.value.map(({ n }) => n)).toEqual([2])
    expect([4, 5, 6].map((seq) => isConfirmed(answered, seq))).toEqual([false, true, true])
    expect(isConfirmed(rename(2, 'C'), 99)).toBe(false)
  })
}
