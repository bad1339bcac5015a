import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Wordmark } from '../parts/icons.tsx'
import { user } from '../session/session.ts'

interface SheetProps {
  title: string
  /** The address that the title ends with. */
  whom?: string
  /** The end of that address, the part of a host that matters most. */
  whomEnd?: RefObject<HTMLElement | null>
  /** How it differs from others. */
  class?: string
  children: ComponentChildren
}

/** A page without the frame, with one purpose: signing in, opening a link. */
export function Sheet({ title, whom, whomEnd, class: name, children }: SheetProps) {
  const sheet = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = `${whom ? `${title} ${whom}` : title} · Inboard`
    // So that a screen reader reads the new heading, unless a field or button on the page has taken the focus.
    if (!sheet.current?.contains(document.activeElement)) heading.current?.focus()
  }, [title, whom])
  return (
    <main class={name ? `sheet ${name}` : 'sheet'} ref={sheet}>
      <Wordmark />
      <h1 ref={heading} tabIndex={-1}>
        {title}
        {whom && (
          <span>
            {' '}
            {whom}
            {whomEnd && <i ref={whomEnd} />}
          </span>
        )}
      </h1>
      {children}
    </main>
  )
}

export const SignedInAs = () =>
  user.value ? (
    <p class="quiet">
      You are signed in as <strong>{user.value.email}</strong>.
    </p>
  ) : null
