import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { recoverFocus } from '../state/focus.ts'
import { close } from './open.ts'

/** The browser's own modal dialog: it traps the focus, restores it when closed, and closes on Escape. */
export function Dialog({
  label,
  name,
  children,
}: {
  label: string
  name: string
  children: ComponentChildren
}) {
  const element = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = element
    const before = document.activeElement
    current?.showModal()
    return () => {
      current?.close()
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
      // Only after the dialog is removed does the browser report that nothing has the focus.
      requestAnimationFrame(() => recoverFocus())
    }
  }, [])
  return (
    <dialog
      ref={element}
      class={name}
      aria-label={label}
      // Closes at once, so that the next key reaches the page.
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      // The event may arrive after the dialog is gone and the next one is open, which must stay.
      onClose={() => element.current && close()}
      onClick={({ target }) => target === element.current && close()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {children}
    </dialog>
  )
}
