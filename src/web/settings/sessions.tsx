import type { ComponentChildren } from 'preact'
import type { OpenSession } from '../../contract/access.ts'
import { Day, LastUse } from '../parts/day.tsx'
import { Entry, removed } from '../parts/entry.tsx'
import { Trouble, useAttempt } from '../parts/field.tsx'
import { focusSection } from '../parts/section.tsx'
import { useListing } from '../parts/use-listing.tsx'
import { api } from '../session/api.ts'
import { announce } from '../state/notices.ts'

/** The current one first, then the newest. */
export const listSessions = async () =>
  (await api.listSessions()).sessions.sort((a, b) => Number(b.is_current) - Number(a.is_current))

const shownAtFirst = 10

export function Sessions() {
  const { items, change, drop, failure } = useListing(listSessions)
  const { busy, trouble, attempt } = useAttempt()
  const end = (session: OpenSession) =>
    attempt(async () => {
      await removed(api.endSession({ id: session.id }))
      drop(session, `${nameOf(session)} was signed out.`)
    })
  const endOthers = () =>
    attempt(async () => {
      await api.endOtherSessions()
      focusSection()
      change((now) => now.filter(({ is_current }) => is_current))
      announce('Every other device was signed out.')
    })
  const entries = items.value?.map((session) => (
    <SessionEntry key={session.id} session={session}>
      {!session.is_current && (
        <button
          type="button"
          aria-label={`Sign out ${nameOf(session)}`}
          aria-disabled={busy}
          onClick={() => end(session)}
        >
          Sign out
        </button>
      )}
    </SessionEntry>
  ))
  return (
    <>
      <p class="quiet">You are signed in on these devices.</p>
      {failure}
      {entries && (
        <>
          <ul class="entries">{entries.slice(0, shownAtFirst)}</ul>
          {entries.length > shownAtFirst && (
            <details>
              <summary>{entries.length - shownAtFirst} more</summary>
              <ul class="entries">{entries.slice(shownAtFirst)}</ul>
            </details>
          )}
          {entries.length > 1 && (
            <button type="button" aria-disabled={busy} onClick={endOthers}>
              Sign out all other devices
            </button>
          )}
        </>
      )}
      <Trouble of={trouble} />
    </>
  )
}

/** Old sessions have no client. That of the current one is known. */
const nameOf = ({ client, is_current }: OpenSession) =>
  client ?? (is_current ? thisDevice() : 'Unknown browser or app')

export const SessionEntry = ({
  session,
  children,
}: {
  session: OpenSession
  children?: ComponentChildren
}) => (
  <Entry
    icon="device"
    title={nameOf(session)}
    details={
      <>
        {session.is_current && <strong>This device · </strong>}
        Signed in by {session.method} on <Day of={session.created_at} withTime />
        {session.last_used_at && !session.is_current && (
          <>
            {' '}
            · <LastUse at={session.last_used_at} />
          </>
        )}
      </>
    }
  >
    {children}
  </Entry>
)

// The order matters: most browsers also name those further down in their user agent.
const browsers = {
  Edge: /Edg/,
  Opera: /OPR/,
  Firefox: /Firefox|FxiOS/,
  Chrome: /Chrome|CriOS/,
  Safari: /Safari/,
}
const systems = {
  iPhone: /iPhone/,
  iPad: /iPad/,
  Android: /Android/,
  ChromeOS: /CrOS/,
  Mac: /Mac/,
  Windows: /Windows/,
  Linux: /Linux/,
}

const firstIn = (names: Record<string, RegExp>) =>
  Object.entries(names).find(([, trace]) => trace.test(navigator.userAgent))?.[0]

/** A default name for a passkey: "Chrome on Linux". */
export const thisDevice = () =>
  [firstIn(browsers), firstIn(systems)].filter(Boolean).join(' on ') || 'This device'
