import { isProblem } from '../api.ts'
import type { Column } from '../state/columns.ts'
import { load } from '../state/load.ts'
import { complain } from '../state/notices.ts'
import { tellOtherTabs } from '../state/tabs.ts'

/** Waits for requests whose effect is shown already. If one fails, says so and reloads the columns concerned. */
export async function outcomesOf(
  work: Promise<unknown>[],
  failed: string,
  columns: readonly Column[],
  retry?: () => unknown,
) {
  const outcomes = await Promise.allSettled(work)
  tellOtherTabs()
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (!failure) return outcomes
  const isGone = isProblem(failure.reason, 'not_found')
  const canRetry = !isGone && !isProblem(failure.reason, 'validation_failed')
  complain(failure.reason, isGone ? 'That was not saved.' : failed, canRetry ? retry : undefined)
  reload(columns)
  return outcomes
}

export const reload = (columns: readonly Column[]) =>
  Promise.allSettled([...new Set(columns.map(({ project_id }) => project_id))].map(load))
