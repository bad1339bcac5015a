import { go } from '../route.ts'
import { user } from '../session.ts'
import { SignedInAs } from './link-page.tsx'
import { pathToReturnTo } from './links.ts'
import { Sheet } from './sheet.tsx'

interface DeadEndProps {
  title: string
  text: string
}

/** By the problem that the server names. */
export const deadEnds: Record<string, DeadEndProps> = {
  none: {
    title: 'There is no link here',
    text: 'This page opens the links that Inboard sends by email. Use the whole link as it is in the message.',
  },
  token_unknown: {
    title: 'This link is not known',
    text: 'It may not be complete, or a newer one has taken its place. Look for the latest message.',
  },
  token_used: {
    title: 'This link was used already',
    text: 'A link opens only once, and this one has been opened or declined before.',
  },
  token_expired: {
    title: 'This link has expired',
    text: 'A link is good for 15 minutes, and this one is older.',
  },
  email_taken: {
    title: 'This address is taken',
    text: 'Another account uses it by now, so nothing was changed: yours keeps the address it had.',
  },
}

export const DeadEnd = ({ title, text }: DeadEndProps) => (
  <Sheet title={title}>
    <p class="quiet">{text}</p>
    <SignedInAs />
    <button type="button" class="primary" onClick={() => go(pathToReturnTo(), { replace: true })}>
      {user.value ? 'Go on to Inboard' : 'Get a new link'}
    </button>
  </Sheet>
)
