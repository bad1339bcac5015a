import { signal } from '@preact/signals'

// A tablet may have a mouse and a laptop a touch screen. So the last input used decides what a tap does, and the device's
// capabilities decide what the page says.

let last: 'touch' | 'mouse' | 'keys' = 'mouse'
addEventListener(
  'pointerdown',
  ({ pointerType }) => {
    last = pointerType === 'mouse' ? 'mouse' : 'touch'
  },
  true,
)
addEventListener(
  'keydown',
  () => {
    last = 'keys'
  },
  true,
)

/** Whether the last input was a finger or a pen. */
export const byTouch = () => last === 'touch'

export const byKeys = () => last === 'keys'

const fine = matchMedia('(any-pointer: fine)')

/** Whether there is room for the sidebar beside the page: see the styles. */
const wide = matchMedia('(min-width: 52rem)')

/** Whether a field may take the focus by itself: on a touch screen, the keyboard would pop up. */
export const mayFocusAtStart = () => hasKeyboard.value && wide.matches

/** Whether to show keyboard hints. Browsers don't report keyboards, but a device with a mouse usually has one. */
export const hasKeyboard = signal(fine.matches)
fine.addEventListener('change', ({ matches }) => {
  hasKeyboard.value = matches
})
