import { render } from 'preact'
import { App } from './app.tsx'
import './device/install.ts'
import { registerWorker } from './device/update.ts'
import { unsent } from './model/changes.ts'
import { isKept, wouldLose } from './sync/disk.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/account.css'
import './styles/frame.css'
import './styles/board.css'
import './styles/dialogs.css'
import './styles/outbox.css'
import './styles/touch.css'
import './styles/print.css'

// Where nothing can be kept on this device, the browser asks before it leaves with something unsent.
addEventListener('beforeunload', (event) => {
  if (!isKept.value && wouldLose && unsent.value.length > 0) event.preventDefault()
})

// Once the page is there: what the worker stores must not delay it. If it cannot be registered, the app works online.
addEventListener('load', () => registerWorker().catch(() => {}))

const root = document.getElementById('app')
if (root) render(<App />, root)
