import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { recoverFocus } from '../state/focus.ts'
import { byTouch } from '../touch.ts'
import { close } from './open.ts'
import { swipeToClose } from './swipe.ts'

interface DialogProps {
  label: string
  name: string
  /** At the bottom of the screen, for a thumb. Its grip takes the focus, so that no keyboard appears unasked. */
  isSheet?: boolean
  children: ComponentChildren
}

/** Whether a dialog was opened by touch: what the person does next does not turn it into another one. */
export const useByTouch = () => useRef(byTouch()).current

/** The browser's own modal dialog: it traps the focus, restores it when closed, and closes on Escape. */
export function Dialog({ label, name, isSheet = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = element
    const before = document.activeElement
    current?.showModal()
    const stop = isSheet && current && swipeToClose(current, close)
    return () => {
      if (stop) stop()
      current?.close()
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
      // Only after the dialog is removed does the browser report that nothing has the focus.
      requestAnimationFrame(() => recoverFocus())
    }
  }, [])
  return (
    <dialog
      ref={element}
      class={isSheet ? `${name} bottom` : name}
      aria-label={label}
      // Closes at once, so that the next key reaches the page.
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      // The event may arrive after the dialog is gone and the next one is open, which must stay.
      onClose={() => element.current && close()}
      // Beside it. The second tap of a double tap was meant for what is behind it.
      onClick={({ target, detail }) => target === element.current && detail < 2 && close()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {isSheet && <div class="grip" tabIndex={-1} autofocus />}
      {children}
    </dialog>
  )
}
