import { signal } from '@preact/signals'

// The same width as in styles/frame.css.
const narrow = matchMedia('(max-width: 52rem)')

/** Whether the sidebar is open on a narrow screen, where it covers the page. */
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
