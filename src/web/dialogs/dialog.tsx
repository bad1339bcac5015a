import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { recoverFocus } from '../state/selection.ts'
import { close } from './open.ts'

/** The browser's own: it keeps the focus inside, gives it back at the end, and closes on Escape. */
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
      // Only when it is gone does the browser know that nothing has the focus.
      requestAnimationFrame(() => recoverFocus())
    }
  }, [])
  return (
    <dialog
      ref={element}
      class={name}
      aria-label={label}
      // At once, so that the next key finds the page.
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      // Closed by us, it may hear of it only when the next one is open.
      onClose={() => element.current && close()}
      onClick={({ target }) => target === element.current && close()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {children}
    </dialog>
  )
}
