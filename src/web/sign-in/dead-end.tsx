import { go } from '../navigation/route.ts'
import { user } from '../session/session.ts'
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
    title: 'This isn’t a sign-in link',
    text: 'This page opens the links in Inboard’s emails. Use the whole link, exactly as it is in the email.',
  },
  token_unknown: {
    title: 'This link isn’t valid',
    text: 'It may be incomplete, or replaced by a newer one. Open the link in the latest email.',
  },
  token_used: {
    title: 'This link has already been used',
    text: 'A link works only once. This one has been opened or declined.',
  },
  token_expired: {
    title: 'This link has expired',
    text: 'A link expires after 15 minutes.',
  },
  email_taken: {
    title: 'This address is taken',
    text: 'Another account uses it now, so your account keeps its address.',
  },
}

export const DeadEnd = ({ title, text }: DeadEndProps) => (
  <Sheet title={title}>
    <p class="quiet">{text}</p>
    <SignedInAs />
    <button type="button" class="primary" onClick={() => go(pathToReturnTo(), { replace: true })}>
      {user.value ? 'Continue to Inboard' : 'Get a new link'}
    </button>
  </Sheet>
)
