import { Copyable } from './copyable.tsx'

export const CommandLine = () => (
  <>
    <p class="quiet">
      Add, find, move and complete cards from any shell: the program <code>inboard</code> that serves this
      page does it too, on your own machine. This logs it in:
    </p>
    <div class="made">
      <Copyable name="login command" text={`inboard login ${location.origin}`} />
    </div>
    <p class="quiet">
      Then <code>inboard add Water the plants</code>, <code>inboard ls</code>, and <code>inboard --help</code>{' '}
      for the rest.
    </p>
  </>
)
