import type { BatchResult } from '../../contract/feed.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Operation } from '../model/operations.ts'

/** What to do with an operation, given its answer. */
export type Verdict =
  /** It took effect, or had already. */
  | { is: 'done' }
  /** A temporary failure: send it again. */
  | { is: 'later' }
  /** The item was changed or deleted elsewhere: read it and decide. */
  | { is: 'compare' }
  /** The item is gone, and nothing is lost by dropping the operation. */
  | { is: 'dropped' }
  | { is: 'instead'; operation: Operation }
  /** A permanent failure: the person decides, and keeps what they typed. */
  | { is: 'refused'; code: string; reason: string }

const done: Verdict = { is: 'done' }

export function verdictOn(operation: Operation, { status, body }: Omit<BatchResult, 'seq'>): Verdict {
  if (status < 300) return done
  const problem = body as Problem
  const code = problem?.code
  if (status === 401 || status === 408 || status === 429 || status >= 500) return { is: 'later' }
  const isAsBefore = code === 'id_taken' || code === 'idempotency_key_reused'
  const isSuccessor = operation.kind === 'add card' && operation.follows !== undefined
  if (isSuccessor && (isAsBefore || code === 'not_found')) return { is: 'compare' }
  if (code === 'not_found') return missing(operation)
  if (code === 'changed_meanwhile') return { is: 'compare' }
  // The id exists: it was created by an earlier attempt.
  const isCreation = operation.kind === 'add card' || operation.kind === 'add project'
  if (isCreation && isAsBefore) return done
  const [first] = problem?.errors ?? []
  const reason = first ? `The ${first.field} ${first.message}.` : (problem?.detail ?? '')
  return { is: 'refused', code: code ?? String(status), reason }
}

function missing(operation: Operation): Verdict {
  switch (operation.kind) {
    case 'add card':
      // The inbox always exists, so the card was added and has been deleted since.
      return operation.project_id === null
        ? done
        : { is: 'instead', operation: { ...operation, project_id: null } }
    case 'edit card':
    case 'complete card':
    case 'move cards':
    case 'restore card':
    case 'restore project':
      return { is: 'compare' }
    case 'delete card':
    case 'delete project':
    case 'purge':
      return done
    default:
      return { is: 'dropped' }
  }
}
