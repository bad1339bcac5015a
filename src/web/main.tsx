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
import './styles/outbox.css'
import './styles/forced-colors.css'
import './styles/touch.css'

// If this device stores nothing, the browser asks before unsent changes are lost with the page.
addEventListener('beforeunload', (event) => {
  if (!isKept.value && wouldLose && unsent.value.length > 0) event.preventDefault()
})

// After the page, which must not wait for the worker’s downloads. Without the worker, the app works online.
addEventListener('load', () => registerWorker().catch(() => {}))

const root = document.getElementById('app')
if (root) render(<App />, root)
