import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from './icons.tsx'

/** Commands of the palette find a section by it. */
export const idOfSection = (title: string) => `section-${title.toLowerCase().replaceAll(' ', '-')}`

export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  const id = idOfSection(title)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      <div>{children}</div>
    </section>
  )
}

/** Moves the focus to the heading of the section. Called before the focused element is removed. */
export const focusSection = () => document.activeElement?.closest('section')?.querySelector('h2')?.focus()

interface OpeningProps {
  /** The button, by its label or as it is drawn. */
  button: string | ((open: () => void) => ComponentChildren)
  isOpen?: boolean
  children: (close: () => void) => ComponentChildren
}

/** A button that something takes the place of: a form, a question. */
export function Opening({ button, isOpen = false, children }: OpeningProps) {
  const [isShown, show] = useState(isOpen)
  const open = () => show(true)
  if (isShown)
    return children(() => {
      focusSection()
      show(false)
    })
  if (typeof button !== 'string') return button(open)
  return <Button onClick={open}>{button}</Button>
}
