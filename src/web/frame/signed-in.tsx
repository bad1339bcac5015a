import { user } from '../session/session.ts'

/** On every page: whoever has more than one account must see in which one they are. */
export const SignedIn = () => (
  <p class="signed-in">
    <span class="sr">Signed in as </span>
    {user.value?.email}
  </p>
)
