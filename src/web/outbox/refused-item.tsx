import { longestText, longestTitle } from '../../contract/plain/limits.ts'
import { forget, keepBoth, keepMine, keepTheirs, tryAgain } from '../actions/refusals.ts'
import { typedIn } from '../model/operations.ts'
import { described } from '../state/described.ts'
import { draft, hasDraft, isMisfit, refusedDraft, write } from '../state/drafts.ts'
import { isConflict, type Refusal } from '../state/refusals.ts'

interface RefusedItemProps {
  refusal: Refusal
  /** Announces in the dialog: while it is open, screen readers ignore the page behind it. */
  say: (text: string) => void
  onSettled: () => void
}

/** A refused change, the reason, and the choices. */
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
  /** Continues with the current text of the field. */
  const withText = (how: (text: string | undefined) => Promise<unknown>) => {
    const now = text?.trim()
    if (now !== undefined) {
      const longest = 'title' in operation ? longestTitle : longestText
      if (now === '' || isMisfit([now], longest, { say })) return
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
            <dt>The other</dt>
            <dd>{theirs}</dd>
            <dt>This one</dt>
            <dd>{typed}</dd>
          </dl>
          <div class="choices">
            <button type="button" onClick={() => settle(() => keepMine(refusal))}>
              Keep this one
            </button>
            <button type="button" onClick={() => settle(() => keepTheirs(refusal))}>
              Keep the other
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
