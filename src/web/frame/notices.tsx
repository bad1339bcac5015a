import { useLayoutEffect, useRef } from 'preact/hooks'
import { canRedo, canUndo, redoLast, undoLast } from '../actions/undo.ts'
import { atRest, showElement } from '../navigation/scrolling.ts'
import { Button, IconButton, type IconName } from '../parts/icons.tsx'
import { user } from '../session/session.ts'
import { leaveFocus } from '../state/focus.ts'
import { alarm, announcement, complaints, dismiss, notice, type ShownNotice } from '../state/notices.ts'

const lifetime = 8000
const briefLifetime = 4000

/** A short stack of errors, each until it is dismissed, and below them the last message. */
export function Notices() {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => keepInView(box.current?.offsetHeight ?? 0), [notice.value, complaints.value])
  return (
    <>
      {/* Live regions exist before they have a text: one that is inserted with its text may not be read aloud. */}
      <div class="sr" role="status">
        {announcement.value}
      </div>
      <div class="sr" role="alert">
        {alarm.value}
      </div>
      <div
        ref={box}
        class="notices"
        // A landmark, while there is something to find.
        {...((notice.value || complaints.value.length > 0) && { role: 'region', 'aria-label': 'Messages' })}
      >
        {complaints.value.map((one) => (
          <Message key={one.id} shown={one} />
        ))}
        <Message key="said" shown={notice.value} />
        {!notice.value?.action && <History />}
      </div>
    </>
  )
}

/** Undo and redo without a keyboard, while no message offers them. */
function History() {
  if (!user.value) return null
  const button = (label: string, icon: IconName, run: () => unknown) => (
    <IconButton icon={icon} label={label} class={icon} title={label} onMouseDown={leaveFocus} onClick={run} />
  )
  return (
    <div class="history">
      {canUndo.value && button('Undo', 'undo', undoLast)}
      {canRedo.value && button('Redo', 'redo', redoLast)}
    </div>
  )
}

/** Errors may take room from the page. Keeps the focused card in view. */
function keepInView(taken: number): void {
  const card = document.activeElement?.closest('.card')
  const list = card?.closest('.list')
  if (!card || !list) return
  const hidden = atRest(card, () => card.getBoundingClientRect()).bottom - list.getBoundingClientRect().bottom
  if (hidden > 0 && hidden <= taken) showElement(card)
}

function Message({ shown }: { shown: ShownNotice | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<EventTarget | null>(null)
  useLayoutEffect(() => {
    if (!shown || shown.bad) return
    // Stays while it is hovered or focused.
    const look = () => box.current?.matches(':hover, :focus-within') || dismiss(shown)
    const timer = setInterval(look, shown.brief ? briefLifetime : lifetime)
    return () => clearInterval(timer)
  }, [shown])
  const leave = () => {
    const { current: before } = cameFrom
    if (box.current?.matches(':focus-within') && before instanceof HTMLElement) before.focus()
    if (shown) dismiss(shown)
  }
  return (
    <div
      ref={box}
      class={!shown ? 'sr' : shown.bad ? 'bar notice complaint' : 'bar notice'}
      onFocusIn={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) cameFrom.current = relatedTarget
      }}
    >
      <p role={shown?.bad ? undefined : 'status'}>
        {shown && (
          <span key={shown.id}>
            {shown.text}
            {shown.more && <span class="sr"> {shown.more}</span>}
          </span>
        )}
      </p>
      {shown?.action && (
        <Button
          class="link"
          onMouseDown={leaveFocus}
          onClick={() => {
            leave()
            shown.action?.run()
          }}
        >
          {shown.action.label}
        </Button>
      )}
      {shown && <IconButton icon="close" label="Dismiss" onMouseDown={leaveFocus} onClick={leave} />}
    </div>
  )
}
