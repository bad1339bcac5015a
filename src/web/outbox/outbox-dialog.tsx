import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { mayBeCleared } from '../device/keep-storage.ts'
import { Dialog, useByTouch } from '../dialogs/dialog.tsx'
import { close } from '../dialogs/open.ts'
import { foreign, unsent } from '../model/changes.ts'
import { stale } from '../model/sendable.ts'
import { Icon } from '../parts/icons.tsx'
import { isTyping } from '../state/focus.ts'
import { lostChanges, refusals } from '../state/refusals.ts'
import { look } from '../sync/bells.ts'
import { type Keeping, keeping } from '../sync/disk.ts'
import { LostChanges } from './lost-changes.tsx'
import { RefusedItem } from './refused-item.tsx'
import { Sentences } from './sentences.tsx'
import { StaleChanges } from './stale-changes.tsx'
import { atLength, standing } from './standing.ts'
import '../styles/outbox-dialog.css'

/** Lists unsent and refused changes. */
export function OutboxDialog() {
  const heading = useRef<HTMLHeadingElement>(null)
  const said = useSignal('')
  const is = standing.value
  const refused = refusals.value
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
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {isAllWell ? 'Everything has been sent' : 'Unsent changes'}
        </h2>
        <button type="button" class="icon" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <p role="status">{said.value}</p>
      {is && is !== 'refused' && <p class="quiet">{atLength(is)}</p>}
      {isAllWell && <p>Everything is saved.</p>}
      {keeping.value !== 'kept' && <p class="quiet">{whyNotKept(keeping.value)}</p>}
      <LostChanges onSettled={onSettled} />
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
      <StaleChanges onSettled={onSettled} />
      <ForeignChanges />
      {waiting.length > 0 && (
        <section aria-labelledby="waiting-heading">
          <h3 id="waiting-heading">Waiting</h3>
          <Sentences operations={waiting.map(({ operation }) => operation)} />
          {mayBeCleared.value && (
            <p class="quiet">
              This browser may delete unsent changes if you don’t open Inboard for several days. Install
              Inboard as an app to prevent that: Settings says how.
            </p>
          )}
          {navigator.onLine && (
            <button type="button" onClick={() => look.ring()}>
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
