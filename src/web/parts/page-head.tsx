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
