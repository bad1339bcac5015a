import { Sheet } from '../sign-in/sheet.tsx'
import { placeIn } from './places.ts'

interface SentBackProps {
  isAllowed: boolean
  redirectTo: string
}

/** Stays if the browser hands the URL to a program. */
export function SentBack({ isAllowed, redirectTo }: SentBackProps) {
  const isForProgram = !/^https?:/.test(redirectTo)
  return (
    <Sheet title={isAllowed ? 'Allowed' : 'Refused'}>
      <p>
        You are being sent back to {placeIn(redirectTo)}
        {isAllowed ? ', which completes the connection.' : '.'}
      </p>
      {isForProgram && (
        <p>
          <a href={redirectTo}>Open the program</a>, if it doesn’t open by itself.
        </p>
      )}
      <p class="quiet">You can close this tab.</p>
    </Sheet>
  )
}
