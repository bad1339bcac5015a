import { type Installing, install, installing } from '../device/install.ts'
import { focusSection } from '../parts/section.tsx'

const words: Record<Installing, string> = {
  done: 'Inboard is installed on this device.',
  offered: 'Install Inboard to give it an icon and a window of its own, and to share to it from other apps.',
  'by hand on iOS':
    'To install Inboard, tap Share in your browser, then Add to Home Screen. It gets an icon of its own, and the browser does not clear away what it keeps on this device.',
  'by hand':
    'Your browser may be able to install Inboard: look for Install, Add to Home screen or Add to Dock in its menu.',
  impossible: 'Inboard can be installed, and opens without a network, only if you reach it over https.',
}

export function InstallApp() {
  const state = installing()
  const start = () => {
    focusSection()
    install()
  }
  return (
    <>
      <p class="quiet">{words[state]}</p>
      {state === 'offered' && (
        <button type="button" onClick={start}>
          Install
        </button>
      )}
    </>
  )
}
