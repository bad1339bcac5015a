import { rememberProjects } from '../completion/project-names.ts'
import { outbox } from '../outbox/send-waiting.ts'
import { count, remark, say } from '../output/terminal.ts'
import { removeLogin, storedLogin } from './login-file.ts'

export async function run(): Promise<undefined> {
  const login = formerLogin()
  removeLogin()
  rememberProjects([])
  if (!login) return remark('You are not logged in.') as undefined
  say(`Logged out of ${login.url}. The token still works. Revoke it in the settings: ${login.url}/settings`)
  const kept = outbox.all().filter(({ value }) => !value.undone)
  const waiting = kept.reduce((sum, { value }) => sum + value.cards.length, 0)
  if (waiting > 0)
    remark(
      `${count(waiting, 'card')} ${waiting === 1 ? 'is' : 'are'} waiting on this machine to be sent. See: inboard outbox`,
    )
  if (process.env.INBOARD_TOKEN) remark('INBOARD_TOKEN is still set.')
}

/** Also removes a damaged file. */
function formerLogin() {
  try {
    return storedLogin()
  } catch {
    return { url: 'the server' }
  }
}
