import type { Operation } from '../model/operations.ts'
import { count } from '../model/wording.ts'
import { described } from '../state/described.ts'

const mostListed = 50

/** Operations as a list of sentences. */
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
