import { Icon } from '../parts/icons.tsx'

const hues = 12

/** A small board in a colour of its own, the same on every device. */
export const ProjectIcon = ({ id }: { id: string }) => (
  <span class="project" style={{ '--hue': (Number.parseInt(id.slice(-4), 16) % hues) * (360 / hues) }}>
    <Icon name="board" />
  </span>
)
