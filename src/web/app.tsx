import { OpenLink } from './account/open-link.tsx'
import { SignIn } from './account/sign-in.tsx'
import { Frame } from './frame/frame.tsx'
import { Notices } from './frame/notices.tsx'
import { page } from './route.ts'
import { user } from './session.ts'

export function App() {
  return (
    <>
      {page.value.name === 'link' ? <OpenLink /> : user.value ? <Frame /> : <SignIn />}
      <Notices />
    </>
  )
}
