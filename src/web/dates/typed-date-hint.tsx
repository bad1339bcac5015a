import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { TypedDate } from '../../board/text/typed-dates.ts'
import { stored } from '../device/local-storage.ts'
import { place } from '../dialogs/place.ts'
import { dateInWords } from '../model/wording.ts'
import { Button, IconButton } from '../parts/icons.tsx'
import { listen } from '../parts/listen.ts'
import { leaveFocus } from '../state/focus.ts'
import { today } from '../state/page-cards.ts'
import '../styles/typed-dates.css'

interface HintProps {
  field: RefObject<HTMLTextAreaElement | null>
  typed: TypedDate | undefined
  onKeep: () => void
}

/** The date that was understood, beside its field. The live region exists before it has a text. */
export const TypedDateHint = (props: HintProps) => (
  <div class="sr" role="status">
    {props.typed && <Understood {...props} typed={props.typed} />}
  </div>
)

/** Above everything, where nothing cuts it off and it moves nothing. */
function Understood({ field, typed, onKeep }: HintProps & { typed: TypedDate }) {
  const element = useRef<HTMLParagraphElement>(null)
  const show = () => {
    const { current: hint } = element
    const { current } = field
    if (!hint || !current) return
    const isHere = document.activeElement === current
    if (hint.matches(':popover-open') !== isHere) hint.togglePopover(isHere)
    if (isHere) place(hint, current, 'left')
  }
  // After every render: the field may have grown.
  useLayoutEffect(show)
  useLayoutEffect(() => {
    const soon = () => requestAnimationFrame(show)
    return listen(['focusin', 'focusout', 'scroll', 'resize'], soon, { capture: true })
  }, [])
  return (
    <p ref={element} class="bar typed-date" popover="manual">
      <span>
        Due {dateInWords({ ...typed.due, every: typed.every }, today.value)}
        <span class="by-key quiet"> · Esc: keep as text</span>
      </span>
      <Button class="link by-finger" onMouseDown={leaveFocus} onClick={onKeep}>
        Keep as text
      </Button>
    </p>
  )
}

const isTold = stored('told-typed-dates', false)

/** Whether to tell a person who has just added a card. True once on each device, unless they know already. */
export function tellOnce(knows: boolean): boolean {
  const isNews = !isTold.value && !knows
  isTold.value = true
  return isNews
}

/** Shown once on each device, below the field in which the first card was added. */
export const TypedDateTip = ({ onClose }: { onClose: () => void }) => (
  <p class="bar tip quiet small">
    <span>Tip: end a card with “tomorrow” or “fri 3pm” to give it a date.</span>
    <IconButton icon="close" label="Dismiss the tip" onClick={onClose} />
  </p>
)
