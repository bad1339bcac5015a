import { useLayoutEffect, useRef } from 'preact/hooks'
import type { MadeApiToken } from '../../../contract/access.ts'
import { appUrl } from '../../device/base.ts'
import { Copyable } from '../../parts/copyable.tsx'

const tries = {
  read: '/api/projects',
  capture: `/api/inbox/cards -H "Content-Type: application/json" -d '{"text": "Water the plants"}'`,
}

interface MadeTokenProps {
  made: MadeApiToken
  onDone: () => void
}

export function MadeToken({ made: { token, api_token }, onDone }: MadeTokenProps) {
  const sentence = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => sentence.current?.focus(), [])
  const attempt = api_token.scope === 'read' ? tries.read : tries.capture
  return (
    <div class="made">
      <p ref={sentence} tabIndex={-1}>
        <strong dir="auto">{api_token.label}</strong> is ready. Copy the API token now: it is not shown again.
      </p>
      <Copyable name="API token" text={token} />
      <p>Try it in a shell:</p>
      <Copyable name="command" text={`curl -H "Authorization: Bearer ${token}" ${appUrl()}${attempt}`} />
      <button type="button" onClick={onDone}>
        Done
      </button>
    </div>
  )
}
