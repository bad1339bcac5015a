import { signal } from '@preact/signals'

/** The card that the keyboard is on. It outlives the browser's focus: see `recoverFocus`. */
export const cursor = signal<string | undefined>()

export const elementOf = (id: string | undefined) => document.getElementById(`card-${id}`)

/** Whether keys go into this element as text. */
export const isTyping = (element: Element | null) =>
  element?.matches('input:not([type="checkbox"], [type="radio"]), textarea, select') ?? false

/** For a button that is pressed with the pointer: a field that loses the focus to it would save what is typed. */
export const leaveFocus = (event: Event) => event.preventDefault()

const pageElement = () => document.getElementById('main')

/** Focuses a card now, and again after the next frame: a card that moves is drawn anew and loses the focus. */
export function focusCard(id: string | undefined): void {
  cursor.value = id
  const find = () => (id === undefined ? pageElement() : elementOf(id))
  const found = find()
  found?.focus({ preventScroll: true })
  requestAnimationFrame(() => {
    if (cursor.value !== id) return
    const element = find()
    if (!found || document.activeElement === document.body) element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}

const maxFrames = 60

/** Does something with an element of the next page, as soon as it is there. */
export function onceDrawn<E>(find: () => E | null, act: (element: E) => void): void {
  let frames = maxFrames
  const look = () => {
    const element = find()
    if (element) act(element)
    else if (frames-- > 0) requestAnimationFrame(look)
  }
  look()
}

/** Called whenever cards change: a change from elsewhere may remove or move the card that has the focus. */
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
