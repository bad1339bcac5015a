import { longestText, longestTitle } from '../../contract/limits.ts'
import { forget, keepBoth, keepMine, keepTheirs, tryAgain } from '../actions/refusals.ts'
import { described } from '../state/described.ts'
import { draft, hasDraft, refusedDraft, write } from '../state/drafts.ts'
import { isMisfit } from '../state/misfits.ts'
import { typedIn } from '../state/operations.ts'
import { isConflict, type Refusal } from '../state/refusals.ts'

interface RefusedItemProps {
  refusal: Refusal
  /** The dialog says it: while one is open, nothing is heard of the page behind it. */
  say: (text: string) => void
  onSettled: () => void
}

/** What was wanted, why it was refused, and what can be done about it. */
export function RefusedItem({ refusal, say, onSettled }: RefusedItemProps) {
  const { key, operation, reason, theirs } = refusal
  const isGone = refusal.code === 'not_found'
  const name = refusedDraft(key)
  const typed = typedIn(operation)
  const text = hasDraft(name) ? draft(name) : typed
  const [wanted] = described([operation])

  const settle = async (how: () => Promise<unknown>) => {
    await how()
    onSettled()
  }
  /** With the text as it is in the field by now. */
  const withText = (how: (text: string | undefined) => Promise<unknown>) => {
    const now = text?.trim()
    if (now !== undefined) {
      const longest = 'title' in operation ? longestTitle : longestText
      if (now === '' || isMisfit([now], longest, say)) return
    }
    settle(() => how(now))
  }
  const copy = async () => {
    await navigator.clipboard.writeText(text ?? '')
    say('Copied.')
  }

  const isCard = operation.kind === 'edit card' || operation.kind === 'add card'
  const isDeletion = operation.kind === 'delete card' && isConflict(refusal)
  return (
    <li class="refused">
      <p>
        <b>{wanted}</b>
      </p>
      <p class="quiet">{reason}</p>
      {isConflict(refusal) && typed !== undefined ? (
        <>
          <dl>
            <dt>Theirs</dt>
            <dd>{theirs}</dd>
            <dt>Yours</dt>
            <dd>{typed}</dd>
          </dl>
          <div class="choices">
            <button type="button" onClick={() => settle(() => keepMine(refusal))}>
              Keep mine
            </button>
            <button type="button" onClick={() => settle(() => keepTheirs(refusal))}>
              Keep theirs
            </button>
            {isCard && (
              <button type="button" onClick={() => settle(() => keepBoth(refusal))}>
                Keep both
              </button>
            )}
          </div>
        </>
      ) : (
        <>
          {typed !== undefined && (
            <textarea
              rows={1}
              aria-label="Your text"
              value={text}
              onInput={({ currentTarget }) => write(name, currentTarget.value)}
            />
          )}
          {isDeletion && <blockquote dir="auto">{theirs}</blockquote>}
          <div class="choices">
            {isGone && isCard ? (
              <button type="button" onClick={() => withText((now) => keepBoth(refusal, now))}>
                Keep as a new card
              </button>
            ) : (
              <button type="button" onClick={() => withText((now) => tryAgain(refusal, now))}>
                {isDeletion ? 'Delete it all the same' : 'Try again'}
              </button>
            )}
            {typed !== undefined && 'clipboard' in navigator && (
              <button type="button" onClick={copy}>
                Copy the text
              </button>
            )}
            <button type="button" onClick={() => settle(() => forget(refusal))}>
              {isDeletion ? 'Keep it' : 'Discard'}
            </button>
          </div>
        </>
      )}
    </li>
  )
}
