import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { ApiToken } from '../../../contract/access.ts'
import { appUrl } from '../../device/base.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { Trouble, useAttempt } from '../../parts/field.tsx'
import { focusSection } from '../../parts/section.tsx'
import type { Listing } from '../../parts/use-listing.tsx'
import { api } from '../../session/api.ts'

export function Calendar({ tokens }: { tokens: Listing<ApiToken> }) {
  const token = useSignal<string | undefined>(undefined)
  const { busy, trouble, attempt } = useAttempt()
  async function create(): Promise<void> {
    const made = await api.makeApiToken({ label: 'Calendar', scope: 'calendar' })
    tokens.change((now) => [made.api_token, ...now])
    token.value = made.token
  }
  return (
    <>
      <p class="quiet">
        See the cards that have a date in Google Calendar, Apple Calendar or any other that can subscribe to a
        URL. Most of them look for changes every few hours.
      </p>
      <p class="quiet">
        Anyone with this URL can read those cards. Treat it like a password. If it gets into the wrong hands,
        revoke it under “API tokens”.
      </p>
      {token.value ? (
        <CalendarUrl
          token={token.value}
          onDone={() => {
            focusSection()
            token.value = undefined
          }}
        />
      ) : (
        <button type="button" aria-disabled={busy} onClick={() => attempt(create)}>
          Create calendar URL
        </button>
      )}
      <Trouble of={trouble} />
    </>
  )
}

function CalendarUrl({ token, onDone }: { token: string; onDone: () => void }) {
  const sentence = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => sentence.current?.focus(), [])
  return (
    <div class="made">
      <p ref={sentence} tabIndex={-1}>
        Subscribe to this URL in your calendar. Copy it now: it is not shown again.
      </p>
      <Copyable name="URL" text={`${appUrl()}/calendar/${token}.ics`} />
      <button type="button" onClick={onDone}>
        Done
      </button>
    </div>
  )
}
