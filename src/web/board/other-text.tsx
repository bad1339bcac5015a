import type { ComponentChildren } from 'preact'

interface OtherTextProps {
  label: string
  says: string
  text: string
  /** The buttons that decide. */
  children: ComponentChildren
}

/** Shows an alternative text below that of a card, with buttons to choose. */
export const OtherText = ({ label, says, text, children }: OtherTextProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would be the group of a form
  <div class="conflict" role="group" aria-label={label}>
    <p>{says}</p>
    <blockquote dir="auto">{text}</blockquote>
    <div class="choices">{children}</div>
  </div>
)
