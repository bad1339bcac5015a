import { commands, groups } from '../commands/commands.ts'
import { labelOf, shortcutsOn } from '../device/keys.ts'
import { Dialog } from '../parts/dialog.tsx'
import { IconButton } from '../parts/icons.tsx'
import { close } from '../state/dialogs.ts'

export function Help() {
  return (
    <Dialog label="Keyboard shortcuts" name="help">
      <header class="bar">
        <h2>Keyboard shortcuts</h2>
        <IconButton icon="close" label="Close" onClick={close} />
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
