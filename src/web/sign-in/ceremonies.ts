import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import type { Session } from '../../contract/account.ts'
import type { Assertion, NewPasskey, Passkey } from '../../contract/passkey.ts'
import { listen } from '../parts/listen.ts'
import { api } from '../session/api.ts'
import { updateUser, user } from '../session/session.ts'

export const supportsPasskeys = typeof globalThis.PublicKeyCredential === 'function'

/** Loaded on demand: most visitors are signed in and do not need it. */
const loadWebAuthn = () => import('@simplewebauthn/browser')

/** A failure of the browser or device, with a message for the person. */
export class CeremonyError extends Error {}

const cancelled = ['NotAllowedError', 'AbortError']
const challengeLife = 4 * 60_000

/** Undefined if the person cancelled it. */
export async function signInWithPasskey(): Promise<Session | undefined> {
  const [optionsJSON, { startAuthentication }] = await Promise.all([api.startPasskeySignIn(), loadWebAuthn()])
  const assertion = await performed(
    startAuthentication({ optionsJSON }),
    'This browser could not use a passkey here.',
  )
  return assertion && api.finishPasskeySignIn(assertion as Assertion)
}

/**
 * Offers passkeys among the autofill suggestions of the address field (WebAuthn's conditional mediation) until the
 * returned function is called. The person has not asked for it, so failures are silent.
 */
export function suggestPasskeys(chosen: (finish: () => Promise<Session>) => void): () => void {
  let stopped = false
  let cancel = () => {}
  let suggestedAt = 0
  async function suggest() {
    if (document.hidden || Date.now() - suggestedAt < challengeLife) return
    suggestedAt = Date.now()
    let assertion: AuthenticationResponseJSON
    try {
      const [optionsJSON, webAuthn] = await Promise.all([api.startPasskeySignIn(), loadWebAuthn()])
      if (stopped) return
      cancel = () => webAuthn.WebAuthnAbortService.cancelCeremony()
      assertion = await webAuthn.startAuthentication({ optionsJSON, useBrowserAutofill: true })
    } catch {
      return
    }
    chosen(() => api.finishPasskeySignIn(assertion as Assertion))
  }
  // Challenges expire, so the suggestion is renewed while the page stays open and when it becomes visible.
  const timer = setInterval(suggest, challengeLife)
  const ignore = listen(['visibilitychange'], suggest)
  suggest()
  return () => {
    stopped = true
    clearInterval(timer)
    ignore()
    cancel()
  }
}

/** Undefined if the person cancelled it. */
export async function registerPasskey(label: string): Promise<Passkey | undefined> {
  const [optionsJSON, { startRegistration }] = await Promise.all([
    api.startPasskeyRegistration(),
    loadWebAuthn(),
  ])
  const credential = await performed(
    startRegistration({ optionsJSON }),
    'This browser could not create a passkey here.',
  )
  if (!credential) return undefined
  const { passkey } = await api.addPasskey({ label, credential: credential as NewPasskey['credential'] })
  if (user.value) updateUser({ ...user.value, has_passkey: true })
  return passkey
}

async function performed<T>(ceremony: Promise<T>, failure: string): Promise<T | undefined> {
  try {
    return await ceremony
  } catch (error) {
    const { name } = error as Error
    if (cancelled.includes(name)) return undefined
    throw new CeremonyError(
      name === 'InvalidStateError'
        ? 'This device or password manager already has a passkey for your account.'
        : failure,
    )
  }
}
