import { appUrl } from '../device/base.ts'
import { Copyable } from '../parts/copyable.tsx'

export const CommandLine = () => (
  <>
    <p class="quiet">
      Use your cards in the terminal with the <code>inboard</code> command. It logs in with an API token of
      its own:
    </p>
    <div class="made">
      <Copyable name="login command" text={`inboard login ${appUrl()}`} />
    </div>
    <p class="quiet">
      Then <code>inboard add Water the plants</code>, <code>inboard ls</code>, and <code>inboard --help</code>{' '}
      for the rest.
    </p>
  </>
)
