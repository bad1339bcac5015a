import { count, described } from '../state/described.ts'
import type { Operation } from '../state/operations.ts'

const mostListed = 50

/** What operations do, in words. */
export function Sentences({ operations }: { operations: readonly Operation[] }) {
  const sentences = described(operations)
  return (
    <ol class="waiting">
      {sentences.slice(0, mostListed).map((sentence, index) => (
        <li key={`${index} ${sentence}`}>{sentence}</li>
      ))}
      {sentences.length > mostListed && <li>And {count(sentences.length - mostListed)} more</li>}
    </ol>
  )
}
