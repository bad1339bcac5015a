import type { ComponentChildren } from 'preact'

interface EmptyProps {
  title: string
  /** The element of the title: a heading on a page that has none. */
  as?: 'h1' | 'h2' | 'b'
  /** The next step. */
  children?: ComponentChildren
}

/** Shown wherever there is nothing: in a column, on a page, in a list. */
export const Empty = ({ title, as: Title = 'b', children }: EmptyProps) => (
  <div class="empty">
    <Title>{title}</Title> {children}
  </div>
)
