import { render } from 'preact'
import { App } from './app.tsx'
import { isSaving } from './state/changes.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/account.css'
import './styles/frame.css'
import './styles/board.css'
import './styles/dialogs.css'

// Pending changes exist only in memory: the browser asks before it leaves the page.
addEventListener('beforeunload', (event) => {
  if (isSaving.value) event.preventDefault()
})

const root = document.getElementById('app')
if (root) render(<App />, root)
