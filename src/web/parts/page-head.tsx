import type { ComponentChildren } from 'preact'
import { OutboxMark } from '../outbox/mark.tsx'
import { open } from '../state/dialogs.ts'
import { IconButton } from './icons.tsx'

interface PageHeadProps {
  /** The heading, with whatever belongs beside it. */
  title?: ComponentChildren
  /** The actions for the whole page, on the right. */
  children?: ComponentChildren
  /** Set if the page is one column, whose menu opens here. */
  'data-column'?: string
}

/** The first line of a page. On a narrow screen it is the only one, beside the button that opens the drawer. */
export const PageHead = ({ title, children, ...data }: PageHeadProps) => (
  <header class="bar head" {...data}>
    {title}
    <div class="bar tools">
      {children}
      <div class="in-drawer-too">
        <OutboxMark />
        <IconButton icon="search" label="Search" onClick={() => open('palette')} />
      </div>
    </div>
  </header>
)

interface EmptyProps {
  title: string
  /** The element of the title: a heading on a page that has none. */
  as?: 'h1' | 'h2' | 'b'
  children?: ComponentChildren
}

/** Shown wherever there is nothing: in a column, on a page, in a list. */
export const Empty = ({ title, as: Title = 'b', children }: EmptyProps) => (
  <div class="empty">
    <Title>{title}</Title> {children}
  </div>
)
