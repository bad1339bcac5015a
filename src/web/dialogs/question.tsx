import type { ComponentChildren } from 'preact'
import { Dialog, useByTouch } from './dialog.tsx'
import { close } from './open.ts'

interface QuestionProps {
  title: string
  children: ComponentChildren
  /** The label of the button that changes nothing. */
  keep: string
  /** The label of the button that does it. */
  confirm: string
  onConfirm(): unknown
  /** A third button. */
  other?: ComponentChildren
}

/** A confirmation dialog. */
export const Question = ({ title, children, keep, confirm, onConfirm, other }: QuestionProps) => (
  // Said without quotation marks, which some screen readers spell out.
  <Dialog label={title.replace(/[“”]/g, '')} name="question" isSheet={useByTouch()}>
    <h2>{title}</h2>
    <p>{children}</p>
    <div class="choices">
      <button type="button" onClick={close}>
        {keep}
      </button>
      {other}
      <button
        type="button"
        class="danger"
        onClick={() => {
          close()
          onConfirm()
        }}
      >
        {confirm}
      </button>
    </div>
  </Dialog>
)
