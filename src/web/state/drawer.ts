import { signal } from '@preact/signals'
import { backCloses } from '../navigation/route.ts'

// As in styles/frame.css.
const narrow = matchMedia('(max-width: 52rem)')

/** Whether the sidebar is a drawer at all. */
export const hasDrawer = () => narrow.matches

/** Whether the sidebar is open on a narrow screen, where it covers the page. */
export const drawer = signal(false)

export const openDrawer = () => {
  drawer.value = hasDrawer()
}

export const closeDrawer = () => {
  drawer.value = false
}

/** Closes it and gives the focus back to the button that opened it. */
function leaveDrawer(): void {
  closeDrawer()
  document.querySelector<HTMLElement>('[aria-controls="sidebar"]')?.focus()
}

narrow.addEventListener('change', closeDrawer)
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && drawer.value) leaveDrawer()
})
backCloses(() => drawer.value, leaveDrawer)
