import { useSignalEffect } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { byTouch } from '../device/touch.ts'
import { leaveCards, recoverFocus } from '../state/focus.ts'
import { close, dialog } from './open.ts'
import { swipeToClose } from './swipe.ts'

interface DialogProps {
  label: string
  name: string
  /** At the bottom of the screen, for a thumb. Its grip takes the focus, so that no keyboard appears unasked. */
  isSheet?: boolean
  /** Puts it in its place, again whenever the window changes. If left out, the styles do. */
  onPlaced?: (dialog: HTMLDialogElement) => void
  children: ComponentChildren
}

/** Whether the dialog was opened by touch. Later input does not change its layout. */
export const useByTouch = () => useRef(byTouch()).current

/** Closes a dialog when what it is about is deleted elsewhere. */
export function useClosedWithout(isThere: () => boolean): void {
  useSignalEffect(() => {
    if (isThere() || !dialog.peek()) return
    leaveCards()
    close()
  })
}

/** The browser's own modal dialog: it traps the focus, restores it when closed, and closes on Escape. */
export function Dialog({ label, name, isSheet = false, onPlaced, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = element
    const before = document.activeElement
    current?.showModal()
    const putInPlace = () => current && onPlaced?.(current)
    putInPlace()
    addEventListener('resize', putInPlace)
    const stop = isSheet && current && swipeToClose(current, close)
    return () => {
      removeEventListener('resize', putInPlace)
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
      // A click on the backdrop closes it, but not the second tap of a double tap.
      onClick={({ target, detail }) => target === element.current && detail < 2 && close()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {isSheet && <div class="grip" tabIndex={-1} autofocus />}
      {children}
    </dialog>
  )
}
