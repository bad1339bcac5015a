import { outbox } from './cards/kept-cards.ts'
import { rememberProjects } from './cards/project-names.ts'
import { forgetLogin, keptLogin } from './login-file.ts'
import { count, remark, say } from './terminal.ts'

export async function run(): Promise<undefined> {
  const login = formerLogin()
  forgetLogin()
  rememberProjects([])
  if (!login) return remark('There was no login to forget.') as undefined
  say(
    `This machine has forgotten the token for ${login.url}. It is revoked, so that it works nowhere any more, in the settings: ${login.url}/settings`,
  )
  const kept = outbox.all().filter(({ value }) => !value.undone)
  const waiting = kept.reduce((sum, { value }) => sum + value.cards.length, 0)
  if (waiting > 0)
    remark(
      `${count(waiting, 'card')} that could not be sent yet still waiting on this machine. See: inboard outbox`,
    )
  if (process.env.INBOARD_TOKEN) remark('INBOARD_TOKEN is still set.')
}

/** A file that cannot be understood is forgotten as well. */
function formerLogin() {
  try {
    return keptLogin()
  } catch {
    return { url: 'the server' }
  }
}
