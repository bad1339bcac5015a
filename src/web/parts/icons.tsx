import type { ButtonHTMLAttributes } from 'preact'

// Paths on a grid of 16 × 16, drawn in the colour of the surrounding text.
const drawings = {
  inbox: 'M2.5 9.5 4.6 3h6.8l2.1 6.5V13h-11zM2.5 9.5h3.3L7 11.2h2l1.2-1.7h3.3',
  today: 'M3 4h10v9H3zM3 6.9h10M5.8 2.5v2.8M10.2 2.5v2.8M6.7 9.3h2.6v1.4H6.7z',
  board: 'M3 3h2.5v10H3zM6.8 3h2.5v7H6.8zM10.6 3h2.5v4.5h-2.5z',
  card: 'M2.5 5h11v6h-11z',
  none: '',
  link: 'M7 4.5H3.5v8h8V9M9 3h4v4M13 3 7.5 8.5',
  unfold: 'm4 6.5 4 4 4-4',
  plus: 'M8 3v10M3 8h10',
  close: 'm4 4 8 8M12 4l-8 8',
  more: 'M3 7.5h1v1h-1zM7.5 7.5h1v1h-1zM12 7.5h1v1h-1z',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM13.5 13.5l-3.3-3.3',
  settings:
    'M2.5 4.5h6M11.5 4.5h2M2.5 11.5h2M7.5 11.5h6M10 6.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4ZM6 13.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4Z',
  key: 'M5.5 10.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8.5 7.5h5.5v2.5M11.5 7.5v2',
  device: 'M3 3.5h10v7H3zM1.5 13h13',
  calendar: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5v3M10.5 2.5v3',
  copy: 'M5.5 5.5h7.5v7.5H5.5zM10.5 5.5V3H3v7.5h2.5',
  code: 'm5 5-3 3 3 3M11 5l3 3-3 3M9 3.5 7 12.5',
  check: 'm3.5 8.5 3 3 6-7',
  trash: 'M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5',
  pencil: 'M3 13l.7-3 7.3-7.3 2.3 2.3L6 12.3zM9.5 4.2l2.3 2.3',
  move: 'M2.5 8h10M9 4.5 12.5 8 9 11.5',
  up: 'M8 13V3.5M4.5 7 8 3.5 11.5 7',
  down: 'M8 3v9.5M4.5 9 8 12.5 11.5 9',
  left: 'M9.5 3.5 5 8l4.5 4.5',
  right: 'M6.5 3.5 11 8l-4.5 4.5',
  undo: 'M4 6h6a3 3 0 0 1 0 6H7M6.5 3.5 4 6l2.5 2.5',
  redo: 'M12 6H6a3 3 0 0 0 0 6h3M9.5 3.5 12 6 9.5 8.5',
  repeat:
    'M3 7.5V7a2 2 0 0 1 2-2h7.5M10.5 2.8 12.7 5l-2.2 2.2M13 8.5V9a2 2 0 0 1-2 2H3.5M5.5 13.2 3.3 11l2.2-2.2',
  select: 'M3 3h10v10H3zM5.5 8l2 2 3-4',
  keyboard: 'M2 4.5h12v7.5H2zM4.5 7h.01M7 7h.01M9.5 7h.01M12 7h.01M5 9.8h6',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6ZM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  moon: 'M13 9.5A5.5 5.5 0 1 1 6.5 3 4.5 4.5 0 0 0 13 9.5Z',
  upload: 'M8 13V6M4.8 8.2 8 5l3.2 3.2M3.5 2.5h9',
  offline: 'M4.5 12.5h7a2.5 2.5 0 0 0 .6-4.9A4 4 0 0 0 6 5.2M4.6 7.2a2.7 2.7 0 0 0-.1 5.3M2.5 2.5l11 11',
  alert: 'M8 2.5 14 13H2zM8 6.5v3M8 11.3h.01',
  auto: 'M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11',
} as const

export type IconName = keyof typeof drawings

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="drawing" viewBox="0 0 16 16" aria-hidden="true">
    <path d={drawings[name]} />
  </svg>
)

/** A button that sends no form. */
export const Button = (props: ButtonHTMLAttributes<HTMLButtonElement>) => <button type="button" {...props} />

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName
  label: string
}

/** A button with a drawing instead of words. */
export const IconButton = ({ icon, label, class: name, ...others }: IconButtonProps) => (
  <Button class={name ? `icon ${name}` : 'icon'} aria-label={label} {...others}>
    <Icon name={icon} />
  </Button>
)

/** A button that opens a menu. */
export const MenuButton = (props: Omit<IconButtonProps, 'icon'>) => (
  <IconButton icon="more" aria-haspopup="menu" aria-expanded={false} {...props} />
)

export const Wordmark = () => (
  <span class="wordmark">
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M8 9h4v14H8zM14 9h4v9h-4zM20 9h4v5h-4z" />
    </svg>
    Inboard
  </span>
)
