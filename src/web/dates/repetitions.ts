import type { Every } from '../../contract/plain/marks/marks.ts'

const usual: readonly Every[] = (['day', 'week', 'month', 'year'] as const).map((unit) => ({
  count: 1,
  unit,
}))

/** The usual repetitions, and the present one. */
export const everies = (present: Every | null | undefined): readonly Every[] =>
  present && present.count > 1 ? [...usual, present] : usual
