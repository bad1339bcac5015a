import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { longestText, longestTitle } from '../../contract/plain/limits.ts'
import { forget, keepBoth, keepMine, keepTheirs, tryAgain } from '../actions/decisions.ts'
import { discardLost, discardStale, sendLost, sendStale } from '../actions/unsent.ts'
import {
  foreign,
  isConflict,
  lostChanges,
  type Refusal,
  refusals,
  stale,
  unsent,
  type Waiting,
} from '../model/changes.ts'
import { typedIn } from '../model/operations.ts'
import { count } from '../model/wording.ts'
import { Dialog, useByTouch } from '../parts/dialog.tsx'
import { IconButton } from '../parts/icons.tsx'
import { described } from '../state/described.ts'
import { close } from '../state/dialogs.ts'
import { draft, hasDraft, isMisfit, refusedDraft, write } from '../state/drafts.ts'
import { isTyping } from '../state/focus.ts'
import { type Keeping, keeping, mayBeCleared } from '../sync/disk.ts'
import { look } from '../sync/signals.ts'
import { atLength, changesOf, syncState } from './status.ts'

/** Lists unsent and refused changes. */
export function OutboxDialog() {
  const heading = useRef<HTMLHeadingElement>(null)
  const said = useSignal('')
  const is = syncState.value
  const refused = refusals.value
  const lost = changesOf(lostChanges.value)
  const old = new Set(stale.value)
  const waiting = unsent.value.filter((one) => !old.has(one))
  // The focused button is gone. Another text may be being typed by now.
  const onSettled = () => isTyping(document.activeElement) || heading.current?.focus()
  const say = (text: string) => {
    said.value = text
  }
  const isAllWell =
    refused.length + lostChanges.value.length + unsent.value.length + foreign.value.length === 0
  return (
    <Dialog label="Unsent changes" name="outbox" isSheet={useByTouch()}>
      <header class="bar">
        <h2 ref={heading} tabIndex={-1}>
          {isAllWell ? 'Everything has been sent' : 'Unsent changes'}
        </h2>
        <IconButton icon="close" label="Close" onClick={close} />
      </header>
      <p role="status">{said.value}</p>
      {is && is !== 'refused' && <p class="quiet">{atLength(is)}</p>}
      {isAllWell && <p>Everything is saved.</p>}
      {keeping.value !== 'kept' && <p class="quiet">{whyNotKept(keeping.value)}</p>}
      <SendOrDiscard
        id="lost-heading"
        heading={`The server was restored from a backup and is missing ${
          lost === 1 ? 'this change' : `these ${count(lost)} changes`
        }`}
        changes={lostChanges.value}
        sendLabel="Send again"
        send={sendLost}
        discard={discardLost}
        onSettled={onSettled}
      />
      {refused.length > 0 && (
        <section aria-labelledby="refused-heading">
          <h3 id="refused-heading">Could not be saved</h3>
          <ul>
            {refused.map((refusal) => (
              <RefusedItem key={refusal.key} refusal={refusal} say={say} onSettled={onSettled} />
            ))}
          </ul>
        </section>
      )}
      <SendOrDiscard
        id="stale-heading"
        heading="Send these older changes?"
        why="They have waited for more than 25 days, or this device’s clock was changed. Sending them may overwrite newer changes made elsewhere. Later changes to the same cards and projects wait too."
        changes={stale.value}
        sendLabel="Send anyway"
        send={sendStale}
        discard={discardStale}
        onSettled={onSettled}
      />
      <ForeignChanges />
      {waiting.length > 0 && (
        <section aria-labelledby="waiting-heading">
          <h3 id="waiting-heading">Waiting</h3>
          <Sentences changes={waiting} />
          {mayBeCleared.value && (
            <p class="quiet">
              This browser may delete unsent changes if you don’t open Inboard for several days. Install
              Inboard as an app to prevent that: Settings says how.
            </p>
          )}
          {navigator.onLine && (
            <button type="button" onClick={() => look.fire()}>
              Send now
            </button>
          )}
        </section>
      )}
    </Dialog>
  )
}

/** Explains why changes are not stored here, and what to do. */
function whyNotKept(now: Exclude<Keeping, 'kept'>): string {
  switch (now) {
    case 'full':
      return 'This device is full. Keep this page open until everything is sent, and free some space.'
    case 'lost':
      return 'Your browser isn’t saving data. Keep this page open until everything is sent. If it goes on, restart the browser.'
    case 'outdated':
      return 'A newer version of Inboard has changed how things are kept on this device. Your changes are handed over to it: reload this page to use it.'
    case 'old':
      return 'This browser holds data of an Inboard before 0.10.1, perhaps with unsent changes. Open this page with Inboard 0.10.1 first, which can read it. Until then your changes are only kept once the server has them.'
    case 'never':
      return isSecureContext
        ? 'This browser keeps nothing on this device, as in a private window or with a full disk. Here your changes are only kept once the server has them, and the app does not work offline.'
        : 'This page came over plain http, where browsers keep nothing safely. Here your changes are only kept once the server has them, and the app does not work offline. Over https it would.'
  }
}

/** Explains changes that were made with another version and that this one doesn't know. */
function ForeignChanges() {
  if (foreign.value.length === 0) return null
  return (
    <section aria-labelledby="foreign-heading">
      <h3 id="foreign-heading">Made with another version</h3>
      <p class="quiet">
        This version of Inboard can’t send these changes. They stay on this device, and are sent once a
        version that can is running. Reload to look for one. Later changes to the same cards and projects wait
        too.
      </p>
      <ul class="waiting">
        {foreign.value.map(({ key, by }) => (
          <li key={key}>{by ? `A change made with Inboard ${by}` : 'A change that can’t be read'}</li>
        ))}
      </ul>
      <button type="button" onClick={() => location.reload()}>
        Reload
      </button>
    </section>
  )
}

const maxListedSentences = 50

/** Changes as a list of sentences. */
function Sentences({ changes }: { changes: readonly Waiting[] }) {
  const sentences = described(changes.map(({ operation }) => operation))
  return (
    <ol class="waiting">
      {sentences.slice(0, maxListedSentences).map((sentence, index) => (
        <li key={`${index} ${sentence}`}>{sentence}</li>
      ))}
      {sentences.length > maxListedSentences && (
        <li>And {count(sentences.length - maxListedSentences)} more</li>
      )}
    </ol>
  )
}

interface SendOrDiscardProps {
  /** Of its heading. */
  id: string
  heading: string
  why?: string
  changes: readonly Waiting[]
  sendLabel: string
  send: () => Promise<void>
  discard: () => Promise<void>
  onSettled: () => void
}

/** Asks about changes that are not sent without the person's consent. */
function SendOrDiscard({
  id,
  heading,
  why,
  changes,
  sendLabel,
  send,
  discard,
  onSettled,
}: SendOrDiscardProps) {
  if (changes.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{heading}</h3>
      {why && <p class="quiet">{why}</p>}
      <Sentences changes={changes} />
      <div class="bar choices">
        <button type="button" onClick={() => send().then(onSettled)}>
          {sendLabel}
        </button>
        <button type="button" onClick={() => discard().then(onSettled)}>
          Discard
        </button>
      </div>
    </section>
  )
}

interface RefusedItemProps {
  refusal: Refusal
  /** Announces in the dialog: while it is open, screen readers ignore the page behind it. */
  say: (text: string) => void
  onSettled: () => void
}

/** A refused change, the reason, and the choices. */
function RefusedItem({ refusal, say, onSettled }: RefusedItemProps) {
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
          <div class="bar choices">
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
          <div class="bar choices">
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
