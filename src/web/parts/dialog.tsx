import { useSignalEffect } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { byTouch } from '../device/touch.ts'
import { close, dialog } from '../state/dialogs.ts'
import { leaveCards, recoverFocus } from '../state/focus.ts'
import { Button } from './icons.tsx'
import { listen } from './listen.ts'

interface DialogProps {
  label: string
  name: string
  /** Puts it at the bottom of the screen. Its grip takes the focus, so that no keyboard pops up. */
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
    const ignore = listen(['resize'], putInPlace)
    const stop = isSheet && current && swipeToClose(current, close)
    return () => {
      ignore()
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

const farEnough = 72

/** Closes an element when it is swiped down, unless its content is scrolled. Returns a function that stops it. */
function swipeToClose(element: HTMLElement, close: () => void): () => void {
  let from: number | undefined
  let by = 0
  const show = () => {
    element.style.translate = by > 0 ? `0 ${by}px` : ''
    element.classList.toggle('swiped', by > 0)
  }
  const start = ({ touches, target }: TouchEvent) => {
    from = touches.length === 1 && !isScrolled(target, element) ? touches[0]?.clientY : undefined
    by = 0
  }
  const move = (event: TouchEvent) => {
    const [touch] = event.touches
    if (from === undefined || !touch) return
    by = touch.clientY - from
    // Upwards is scrolling, also when the finger comes back.
    if (by < 0) from = undefined
    else if (event.cancelable) event.preventDefault()
    show()
  }
  const end = ({ type }: Event) => {
    const isFar = from !== undefined && by > farEnough && type === 'touchend'
    from = undefined
    by = 0
    if (isFar) close()
    else show()
  }
  const listening = new AbortController()
  const { signal } = listening
  element.addEventListener('touchstart', start, { passive: true, signal })
  element.addEventListener('touchmove', move, { passive: false, signal })
  element.addEventListener('touchend', end, { signal })
  element.addEventListener('touchcancel', end, { signal })
  return () => listening.abort()
}

function isScrolled(target: EventTarget | null, within: HTMLElement): boolean {
  for (let at = target as Element | null; at && within.contains(at); at = at.parentElement)
    if (at.scrollTop > 0) return true
  return false
}

interface QuestionProps {
  title: string
  children: ComponentChildren
  /** The label of the button that does it. */
  confirm: string
  onConfirm(): unknown
  other?: ComponentChildren
}

export const Question = ({ title, children, confirm, onConfirm, other }: QuestionProps) => (
  // Said without quotation marks, which some screen readers spell out.
  <Dialog label={title.replace(/[“”]/g, '')} name="question" isSheet={useByTouch()}>
    <h2>{title}</h2>
    <p>{children}</p>
    <div class="bar choices">
      <Button onClick={close}>Cancel</Button>
      {other}
      <Button
        class="danger"
        onClick={() => {
          close()
          onConfirm()
        }}
      >
        {confirm}
      </Button>
    </div>
  </Dialog>
)
