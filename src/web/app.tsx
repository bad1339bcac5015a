import { SignIn } from './account/sign-in.tsx'
import { SigningOut } from './account/signing-out.tsx'
import { Frame } from './frame/frame.tsx'
import { Notices } from './frame/notices.tsx'
import { later } from './later.tsx'
import { page } from './route.ts'
import { user } from './session.ts'
import { ending } from './sign-out.ts'

const OpenLink = later(async () => (await import('./account/open-link.tsx')).OpenLink)
const SharePage = later(async () => (await import('./board/share-page.tsx')).SharePage)

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
  return page.value.name === 'share' ? <SharePage /> : <Frame />
}
