import { render } from 'preact'
import { App } from './app.tsx'
import './styles/tokens.css'
import './styles/base.css'
import './styles/account.css'
import './styles/frame.css'
import './styles/board.css'
import './styles/dialogs.css'

const root = document.getElementById('app')
if (root) render(<App />, root)
