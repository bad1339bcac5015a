import type { ComponentChildren } from 'preact'
import { open } from '../dialogs/open.ts'
import { OutboxMark, SentSoFar } from '../outbox/mark.tsx'
import { Icon } from '../parts/icons.tsx'

interface PageHeadProps {
  /** The heading, with whatever belongs beside it. */
  title?: ComponentChildren
  /** What can be done with the whole page, on the right. */
  children?: ComponentChildren
  /** Set if the page is one column, whose menu opens here. */
  'data-column'?: string
}

/** The first line of a page. On a narrow screen it is the only one, beside the button that opens the drawer. */
export const PageHead = ({ title, children, ...data }: PageHeadProps) => (
  <header class="head" {...data}>
    {title}
    <div class="tools">
      <SentSoFar />
      {children}
      <div class="in-drawer-too">
        <OutboxMark />
        <button type="button" class="icon" aria-label="Search" onClick={() => open('palette')}>
          <Icon name="search" />
        </button>
      </div>
    </div>
  </header>
)
