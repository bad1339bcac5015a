import { OpenLink } from './account/open-link.tsx'
import { SignIn } from './account/sign-in.tsx'
import { SigningOut } from './account/signing-out.tsx'
import { SharePage } from './board/share-page.tsx'
import { Frame } from './frame/frame.tsx'
import { Notices } from './frame/notices.tsx'
import { page } from './route.ts'
import { user } from './session.ts'
import { ending } from './sign-out.ts'

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
