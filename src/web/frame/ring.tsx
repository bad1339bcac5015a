const around = 2 * Math.PI * 3

/** Shows how much of a project is complete as a small pie chart. */
export const Ring = ({ part }: { part: number }) => (
  <svg class={part === 1 ? 'ring full' : 'ring'} viewBox="0 0 16 16" aria-hidden="true">
    <circle class="rim" cx="8" cy="8" r="6.25" />
    <circle
      class="slice"
      cx="8"
      cy="8"
      r="3"
      stroke-dasharray={`${part * around} ${around}`}
      transform="rotate(-90 8 8)"
    />
  </svg>
)
