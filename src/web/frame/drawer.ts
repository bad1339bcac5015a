import { signal } from '@preact/signals'

// As in the stylesheet.
const narrow = matchMedia('(max-width: 52rem)')

/** On a narrow screen the sidebar lies over the page, and only when asked for. */
export const drawer = signal(false)

export const openDrawer = () => {
  drawer.value = narrow.matches
}

export const closeDrawer = () => {
  drawer.value = false
}

narrow.addEventListener('change', closeDrawer)
addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !drawer.value) return
  closeDrawer()
  document.querySelector<HTMLElement>('[aria-controls="sidebar"]')?.focus()
})
