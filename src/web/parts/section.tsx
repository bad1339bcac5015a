import type { ComponentChildren } from 'preact'

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
