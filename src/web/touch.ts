import { signal } from '@preact/signals'

// A tablet may have a mouse and a laptop a touch screen. So what a tap does is decided by what was used last, and what is
// written on the page by what the device has.

let isTouch = false
addEventListener(
  'pointerdown',
  ({ pointerType }) => {
    isTouch = pointerType !== 'mouse'
  },
  true,
)
addEventListener(
  'keydown',
  () => {
    isTouch = false
  },
  true,
)

/** Whether it was a finger or a pen, rather than a mouse or a key, that was used last. */
export const byTouch = () => isTouch

const fine = matchMedia('(any-pointer: fine)')

/** Whether hints about keys make sense. Browsers do not tell; but where there is no mouse, there is hardly a keyboard. */
export const hasKeyboard = signal(fine.matches)
fine.addEventListener('change', ({ matches }) => {
  hasKeyboard.value = matches
})
