import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Imported } from '../../contract/transfer.ts'
import { below } from '../device/base.ts'
import { count } from '../model/wording.ts'
import { follow, pathTo } from '../navigation/route.ts'

const mostShown = 10

interface ImportResultProps {
  made: Imported
  onUndo(): void
  onDone(): void
}

/** What was imported, with a way there and a way back. */
export function ImportResult({ made: { boards, inbox, cards }, onUndo, onDone }: ImportResultProps) {
  const sentence = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => sentence.current?.focus(), [])
  const places = [
    ...boards.map(({ project_id, title }) => ({ to: pathTo(project_id ?? null), title })),
    ...(inbox.cards > 0 ? [{ to: '/', title: 'Inbox' }] : []),
  ]
  return (
    <div class="made">
      <p ref={sentence} tabIndex={-1}>
        {cards === 1 ? 'One card was imported' : `${count(cards)} cards were imported`} to{' '}
        {places.slice(0, mostShown).map(({ to, title }, index) => (
          <>
            {index > 0 && ', '}
            <a href={below(to)} dir="auto" onClick={follow}>
              {title}
            </a>
          </>
        ))}
        {places.length > mostShown && ` and ${places.length - mostShown} more`}.
      </p>
      <div class="choices">
        <button type="button" onClick={onUndo}>
          Undo
        </button>
        <button type="button" onClick={onDone}>
          Done
        </button>
      </div>
    </div>
  )
}
