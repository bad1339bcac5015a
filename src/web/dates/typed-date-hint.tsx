import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { TypedDate } from '../../board/text/typed-dates.ts'
import { dateInWords } from '../model/wording.ts'
import { leaveFocus } from '../state/focus.ts'
import { today } from '../state/page-cards.ts'
import '../styles/typed-dates.css'

interface HintProps {
  field: RefObject<HTMLTextAreaElement | null>
  typed: TypedDate | undefined
  onKeep: () => void
}

/** What was understood, above or below the field it is typed in. The live region is there before it has something to say. */
export const TypedDateHint = ({ field, typed, onKeep }: HintProps) => (
  <div class="sr" role="status">
    {typed && (
      <Understood field={field}>
        <span>
          Due {dateInWords({ ...typed.due, every: typed.every }, today.value)}
          <span class="by-key quiet"> · Esc keeps the words</span>
        </span>
        <button type="button" class="link by-finger" onMouseDown={leaveFocus} onClick={onKeep}>
          Keep words
        </button>
      </Understood>
    )}
  </div>
)

const gap = 4

/** Above everything, where nothing cuts it off and it moves nothing. */
function Understood({
  field,
  children,
}: {
  field: RefObject<HTMLTextAreaElement | null>
  children: ComponentChildren
}) {
  const element = useRef<HTMLParagraphElement>(null)
  const place = () => {
    const { current: hint } = element
    const { current } = field
    if (!hint || !current) return
    const isHere = document.activeElement === current
    if (hint.matches(':popover-open') !== isHere) hint.togglePopover(isHere)
    if (!isHere) return
    const { top, bottom, left } = current.getBoundingClientRect()
    const { offsetHeight, offsetWidth } = hint
    // A phone's keyboard covers what is below.
    const room = visualViewport?.height ?? innerHeight
    const below = bottom + gap
    hint.style.top = `${below + offsetHeight > room ? Math.max(0, top - gap - offsetHeight) : below}px`
    hint.style.left = `${Math.max(gap, Math.min(left, document.documentElement.clientWidth - offsetWidth - gap))}px`
  }
  // With every key: the field may have grown.
  useLayoutEffect(place)
  useLayoutEffect(() => {
    const events = ['focusin', 'focusout', 'scroll', 'resize'] as const
    const soon = () => requestAnimationFrame(place)
    for (const event of events) addEventListener(event, soon, true)
    return () => {
      for (const event of events) removeEventListener(event, soon, true)
    }
  }, [])
  return (
    <p ref={element} class="typed-date" popover="manual">
      {children}
    </p>
  )
}
