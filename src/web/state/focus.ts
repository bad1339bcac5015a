import { signal } from '@preact/signals'
import { bringIntoView } from '../navigation/scrolling.ts'

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
    // No longer than it has the focus: the person may go on at once.
    bringIntoView(() => {
      const now = find()
      return now?.contains(document.activeElement) ? now : null
    })
  })
}

/** Whether a field has gone while somebody typed in it. */
let isInterrupted = false

export const forgetInterruption = () => {
  isInterrupted = false
}

/** True for the keys that were meant for a field that has gone, until the person moves the focus. */
export function isForGoneField(key: string, target: Element): boolean {
  if (key === 'Escape' || !target.matches('body, main')) forgetInterruption()
  return isInterrupted
}

/** For what is gone by somebody else's doing: the keys that follow are for no other card, and no shortcuts if they are text. */
export function leaveCards(): void {
  isInterrupted = isTyping(document.activeElement)
  const leave = () => {
    cursor.value = undefined
    focusPage()
  }
  leave()
  // A dialog that closes has given the focus back.
  requestAnimationFrame(leave)
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

/** If the focused element is gone: focuses the card under the cursor, or another one, or the page itself. */
export function recoverFocus(other: () => string | undefined = () => undefined): void {
  if (document.activeElement !== document.body) return
  const element = elementOf(cursor.value) ?? elementOf(other()) ?? pageElement()
  element?.focus({ preventScroll: true })
}
