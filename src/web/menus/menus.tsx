import { signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { leisure } from '../parts/leisure.ts'
import type { Menu } from './menu.tsx'
import { menu, sheetsInstead } from './open.ts'

/** Loaded with the rare dialogs, or when the first menu opens. */
const view = signal<typeof Menu | undefined>()

const load = () =>
  import('../dialogs/rare.ts').then((rare) => {
    view.value = rare.Menu
  })

/** The open menu, in the landmark of what it is for. */
export function Menus({ landmark }: { landmark: 'main' | 'nav' }) {
  const { value: View } = view
  const { value: opened } = menu
  useLayoutEffect(() => {
    if (!View && opened) load().catch(sheetsInstead)
    else leisure.then(load).catch(sheetsInstead)
  }, [opened])
  return View && opened?.anchor.closest(landmark) ? <View opened={opened} /> : null
}
