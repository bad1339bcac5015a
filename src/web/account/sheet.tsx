import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Wordmark } from '../icons.tsx'

/** A page with one thing on it. */
export function Sheet({ title, children }: { title: string; children: ComponentChildren }) {
  const sheet = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = `${title} · Inboard`
    // Whoever listens hears what the page is now about, unless a field or button has taken the focus.
    if (!sheet.current?.contains(document.activeElement)) heading.current?.focus()
  }, [title])
  return (
    <main class="sheet" ref={sheet}>
      <Wordmark />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </main>
  )
}
