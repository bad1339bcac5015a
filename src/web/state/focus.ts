import { signal } from '@preact/signals'
import { bringIntoView } from '../navigation/bring-into-view.ts'

/** The card that the keyboard is on. It outlives the browser's focus: see `recoverFocus`. */
export const cursor = signal<string | undefined>()

export const elementOf = (id: string | undefined) => document.getElementById(`card-${id}`)

/** Whether keys go into this element as text. */
export const isTyping = (element: Element | null) =>
  element?.matches('input:not([type="checkbox"], [type="radio"]), textarea, select') ?? false

/** Keeps the focus in the field when a button is clicked: losing it would save the text. */
export const leaveFocus = (event: Event) => event.preventDefault()

const pageElement = () => document.getElementById('main')

export const focusPage = () => pageElement()?.focus({ preventScroll: true })

/** Focuses a card now, and again after the next frame: a moved card is rendered again and loses the focus. */
export function focusCard(id: string | undefined): void {
  cursor.value = id
  const find = () => (id === undefined ? pageElement() : elementOf(id))
  const found = find()
  found?.focus({ preventScroll: true })
  requestAnimationFrame(() => {
    if (cursor.value !== id) return
    const element = find()
    if ((!found && !isTyping(document.activeElement)) || document.activeElement === document.body)
      element?.focus({ preventScroll: true })
    bringIntoView(find)
  })
}

/** For what closes because its card was deleted elsewhere: the keys that follow are for no other card. */
export function leaveCards(): void {
  cursor.value = undefined
}

const maxFrames = 60

/** Runs `act` as soon as the element has been rendered. */
export function onceDrawn<E>(find: () => E | null, act: (element: E) => void, frames = maxFrames): void {
  let left = frames
  const look = () => {
    const element = find()
    if (element) act(element)
    else if (left-- > 0) requestAnimationFrame(look)
  }
  look()
}

/** Called whenever cards change: a remote change may remove or move the focused card. */
export function keepFocus(fallback: () => string | undefined): void {
  requestAnimationFrame(() => {
    if (cursor.value !== undefined) recoverFocus(fallback())
  })
}

/** If the focused element is gone: focuses the card under the cursor, or another one, or the page itself. */
export function recoverFocus(other?: string): void {
  if (document.activeElement !== document.body) return
  const element = elementOf(cursor.value) ?? elementOf(other) ?? pageElement()
  element?.focus({ preventScroll: true })
}
