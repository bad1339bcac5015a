import { signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import type { Menu } from './menu.tsx'
import { menu, sheetsInstead } from './open.ts'

/** Loaded with the rare dialogs, right after the first render. */
const view = signal<typeof Menu | undefined>()

/** The open menu, in the landmark of what it is for. */
export function Menus({ landmark }: { landmark: 'main' | 'nav' }) {
  useLayoutEffect(() => {
    import('../dialogs/rare.ts').then((rare) => {
      view.value = rare.Menu
    }, sheetsInstead)
  }, [])
  const { value: View } = view
  const { value: opened } = menu
  return View && opened?.anchor.closest(landmark) ? <View opened={opened} /> : null
}
