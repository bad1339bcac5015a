import { Frame } from './frame/frame.tsx'
import { Notices } from './frame/notices.tsx'
import { page } from './navigation/route.ts'
import { afterFirstCards, lazy } from './parts/lazy.tsx'
import { user } from './session/session.ts'
import { ending } from './session/sign-out.ts'

const SignIn = lazy(async () => (await import('./sign-in/sign-in.tsx')).SignIn)
const SigningOut = lazy(async () => (await import('./sign-in/sign-in.tsx')).SigningOut)
const OpenLink = lazy(async () => (await import('./sign-in/open-link.tsx')).OpenLink)
const ConnectPage = lazy(async () => (await import('./connect/connect-page.tsx')).ConnectPage)
const SharePage = lazy(async () => (await import('./board/share-page.tsx')).SharePage)

// At once if they are shown first; else before they may be needed without a network.
for (const { preload } of [SignIn, SigningOut])
  (user.value ? afterFirstCards.then(preload) : preload()).catch(() => {})

export function App() {
  return (
    <>
      <Page />
      <Notices />
    </>
  )
}

function Page() {
  if (ending.value) return <SigningOut />
  if (page.value.name === 'link') return <OpenLink />
  if (!user.value) return <SignIn />
  if (page.value.name === 'connect') return <ConnectPage />
  return page.value.name === 'share' ? <SharePage /> : <Frame />
}
