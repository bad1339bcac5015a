import { type ReadonlySignal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { ApiToken, OpenSession, TokenScope } from '../../contract/access.ts'
import type { Passkey } from '../../contract/passkey.ts'
import { ReadAloud, Trouble, useAttempt } from '../parts/field.tsx'
import { Button, Icon, IconButton, type IconName } from '../parts/icons.tsx'
import { listen } from '../parts/listen.ts'
import { focusSection, Opening } from '../parts/section.tsx'
import { Day, LastUse } from '../parts/words.tsx'
import { api, isProblem, refreshUser } from '../session/api.ts'
import { declinePasskey } from '../sign-in/passkey-offer.tsx'
import { announce } from '../state/notices.ts'
import '../styles/entries.css'

// Everything that gives access to an account: sessions, agents, API tokens and passkeys, how each is read, shown and removed.

/** The current one first, then the newest. */
export const listSessions = async () =>
  (await api.listSessions()).sessions.sort((a, b) => Number(b.is_current) - Number(a.is_current))
export const listApiTokens = async () => (await api.listApiTokens()).api_tokens
export const listPasskeys = async () => (await api.listPasskeys()).passkeys

interface Kind<T> {
  icon: IconName
  nameOf(one: T): string
  details(one: T): ComponentChildren
  /** Whether this one stays. */
  isKept?(one: T): boolean
  /** The button that removes one. */
  verb: string
  /** A question before removing, with its consequence. The button is called “Revoke Shell”. */
  question?: { ask: string; consequence: string }
  remove(one: T): Promise<void>
  /** The end of the message “Shell was revoked.” */
  gone: string
}

export const sessions: Kind<OpenSession> = {
  icon: 'device',
  nameOf: ({ client }) => client ?? 'Unknown browser or app',
  details: ({ is_current, method, created_at, last_used_at }) => (
    <>
      {is_current && <strong>This device · </strong>}
      Signed in by {method} on <Day of={created_at} withTime />
      {last_used_at && !is_current && (
        <>
          {' '}
          · <LastUse at={last_used_at} />
        </>
      )}
    </>
  ),
  isKept: ({ is_current }) => is_current,
  verb: 'Sign out',
  remove: ({ id }) => api.endSession({ id }),
  gone: 'was signed out.',
}

/** Whether a person allowed an agent to have it. */
export const isAgent = ({ client }: ApiToken) => client !== null

const powers: Record<TokenScope, string> = {
  capture: 'Adds to the inbox',
  read: 'Reads',
  write: 'Reads and writes',
  calendar: 'Reads cards with a date',
}

export const agents: Kind<ApiToken> = {
  icon: 'link',
  nameOf: ({ label, client }) => client?.name ?? label,
  details: ({ client, scope, created_at, last_used_at }) => (
    <>
      {client?.host ?? 'Nobody vouches for it'} · {powers[scope]} · since <Day of={created_at} /> ·{' '}
      <LastUse at={last_used_at} />
    </>
  ),
  verb: 'Disconnect',
  remove: ({ id }) => api.revokeApiToken({ id }),
  gone: 'was disconnected.',
}

export const apiTokens: Kind<ApiToken> = {
  icon: 'code',
  nameOf: ({ label }) => label,
  details: ({ scope, last_used_at, expires_at }) => (
    <>
      {powers[scope]} · <LastUse at={last_used_at} /> ·{' '}
      {expires_at ? (
        <>
          {Date.parse(expires_at) <= Date.now() ? 'expired' : 'expires'} <Day of={expires_at} />
        </>
      ) : (
        'never expires'
      )}
    </>
  ),
  verb: 'Revoke API token',
  question: { ask: 'Revoke', consequence: 'Whatever uses it stops working at once.' },
  remove: ({ id }) => api.revokeApiToken({ id }),
  gone: 'was revoked.',
}

export const passkeys: Kind<Passkey> = {
  icon: 'key',
  nameOf: ({ label }) => label,
  details: ({ created_at, last_used_at, synced }) => (
    <>
      Added <Day of={created_at} /> · <LastUse at={last_used_at} /> · {synced ? 'synced' : 'on one device'}
    </>
  ),
  verb: 'Remove passkey',
  question: {
    ask: 'Remove',
    consequence:
      'It will no longer sign you in. It stays on your device or in your password manager until you delete it there too.',
  },
  async remove({ id }) {
    await api.removePasskey({ id })
    // Somebody who has just removed their last passkey should not be offered another.
    declinePasskey()
    await refreshUser()
  },
  gone: 'was removed.',
}

export interface EntriesProps<T> {
  kind: Kind<T>
  items: readonly T[] | undefined
  /** Left out where they are only shown. */
  listing?: Listing<T>
}

export const Entries = <T extends { id: string }>({ kind, items = [], listing }: EntriesProps<T>) =>
  items.length > 0 && (
    <ul class="entries">
      {items.map((one) => (
        <li key={one.id}>
          <Icon name={kind.icon} />
          <div>
            <h3 dir="auto">{kind.nameOf(one)}</h3>
            <p class="quiet small">{kind.details(one)}</p>
          </div>
          {listing && !kind.isKept?.(one) && <Removal kind={kind} of={one} listing={listing} />}
        </li>
      ))}
    </ul>
  )

interface RemovalProps<T> {
  kind: Kind<T>
  of: T
  listing: Listing<T>
}

/** A button that removes an entry, after a question if it has one. */
function Removal<T>({ kind, of: one, listing }: RemovalProps<T>) {
  const { nameOf, verb, question, gone } = kind
  const { busy, trouble, attempt } = useAttempt()
  const name = nameOf(one)
  const remove = () =>
    attempt(async () => {
      await removed(kind.remove(one))
      focusSection()
      await listing.reload()
      announce(`${name} ${gone}`)
    })
  const button = (label?: string) => (
    <Button class={question && 'danger'} aria-label={label} aria-disabled={busy} onClick={remove}>
      {verb}
    </Button>
  )
  if (!question)
    return (
      <>
        {button(`${verb} ${name}`)}
        <Trouble of={trouble} />
      </>
    )
  return (
    <Opening button={(ask) => <IconButton icon="trash" label={`${question.ask} ${name}`} onClick={ask} />}>
      {(keep) => (
        <div class="removal">
          <ReadAloud>{question.consequence}</ReadAloud>
          <div class="bar choices">
            {button()}
            <Button onClick={keep}>Cancel</Button>
          </div>
          <Trouble of={trouble} />
        </div>
      )}
    </Opening>
  )
}

/** Treats “not found” as removed. */
export const removed = (removal: Promise<void>) =>
  removal.catch((error) => {
    if (!isProblem(error, 'not_found')) throw error
  })

export interface Listing<T> {
  /** Undefined until they are loaded. */
  items: ReadonlySignal<readonly T[] | undefined>
  /** Called after each change. */
  reload(): Promise<void>
  /** The error message and retry button, if loading has failed. */
  failure: ComponentChildren
}

/** Loads a list, and reloads it when the page gets the focus: it may have changed in another tab or browser. */
export function useListing<T>(read: () => Promise<readonly T[]>): Listing<T> {
  const items = useSignal<readonly T[] | undefined>(undefined)
  const last = useRef(0)
  const { busy, trouble, attempt } = useAttempt()
  async function reload(): Promise<void> {
    last.current++
    const mine = last.current
    const found = await read()
    // What was asked for before a change may not contain it.
    if (mine === last.current) items.value = found
  }
  const load = () => attempt(reload)
  useLayoutEffect(() => {
    load()
    return listen(['focus'], () => reload().catch(() => {}))
  }, [])
  return {
    items,
    reload,
    failure: (
      <>
        <Trouble of={trouble} />
        {trouble !== undefined && (
          <Button aria-disabled={busy} onClick={load}>
            Try again
          </Button>
        )}
      </>
    ),
  }
}
