import type { ComponentChildren } from 'preact'
import type { OpenSession } from '../../contract/access.ts'
import { api } from '../api.ts'
import { announce } from '../state/notices.ts'
import { Day } from './day.tsx'
import { Entry, removed } from './entry.tsx'
import { Trouble } from './field.tsx'
import { focusSection } from './section.tsx'
import { thisDevice } from './this-device.ts'
import { useAttempt } from './use-attempt.ts'
import { useListing } from './use-listing.tsx'

/** The current one first, then the newest. */
export const listSessions = async () =>
  (await api.listSessions()).sessions.sort((a, b) => Number(b.is_current) - Number(a.is_current))

const shownAtFirst = 10

export function Sessions() {
  const { items, change, failure } = useListing(listSessions)
  const { busy, trouble, attempt } = useAttempt()
  const end = (session: OpenSession) =>
    attempt(async () => {
      await removed(api.endSession({ id: session.id }))
      focusSection()
      change((now) => now.filter(({ id }) => id !== session.id))
      announce(`${nameOf(session)} was signed out.`)
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
          aria-label={`End ${nameOf(session)}`}
          aria-disabled={busy}
          onClick={() => end(session)}
        >
          End
        </button>
      )}
    </SessionEntry>
  ))
  return (
    <>
      <p class="quiet">Where you are signed in. A device that you end has to sign in again.</p>
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
              End all others
            </button>
          )}
        </>
      )}
      <Trouble of={trouble} />
    </>
  )
}

/** A session from before there were records does not say what it is; of the current one we know it. */
const nameOf = ({ client, is_current }: OpenSession) =>
  client ?? (is_current ? thisDevice() : 'Another program')

interface SessionEntryProps {
  session: OpenSession
  children?: ComponentChildren
}

export const SessionEntry = ({ session, children }: SessionEntryProps) => (
  <Entry
    icon="device"
    title={nameOf(session)}
    details={
      <>
        {session.is_current && <strong>This device · </strong>}
        by {session.method}, <Day of={session.created_at} />
      </>
    }
  >
    {children}
  </Entry>
)
