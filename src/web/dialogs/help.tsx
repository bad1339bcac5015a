import { commands, groups } from '../keyboard/commands.ts'
import { labelOf } from '../keyboard/key-labels.ts'
import { shortcutsOn } from '../keyboard/shortcut-setting.ts'
import { Icon } from '../parts/icons.tsx'
import { Dialog } from './dialog.tsx'
import { close } from './open.ts'
import '../styles/help.css'

export function Help() {
  return (
    <Dialog label="Keyboard shortcuts" name="help">
      <header>
        <h2>Keyboard shortcuts</h2>
        <button type="button" class="icon" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      {!shortcutsOn.value && <p class="quiet small">Single keys are switched off in the settings.</p>}
      <div class="groups">
        {groups.map((group) => (
          <section key={group} aria-label={group}>
            <h3>{group}</h3>
            <dl>
              {commands
                .filter((command) => command.group === group && command.keys)
                .map(({ name, keys }) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>
                      {keys?.map((key) => (
                        <kbd key={key}>{labelOf(key)}</kbd>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
