import type { ComponentChildren } from 'preact'
import type { Inline } from '../../../board/text/inline.ts'
import type { Step } from '../../../board/text/marks.ts'
import { plainTitle } from '../../model/wording.ts'
import type { Block, Item } from './format.ts'

/** What a person can do with the text. */
export interface Use {
  tabIndex: number
  tick: (step: Step, done: boolean) => unknown
  /** Left out where a label is not pressed. */
  search?: (label: string) => unknown
}

export const drawn = (parts: readonly Inline[], use: Use): ComponentChildren =>
  parts.map((part) => (typeof part === 'string' ? part : <Part part={part} use={use} />))

function Part({ part, use }: { part: Exclude<Inline, string>; use: Use }) {
  switch (part.is) {
    case 'emphasis':
      return <em>{drawn(part.parts, use)}</em>
    case 'strong':
      return <strong>{drawn(part.parts, use)}</strong>
    case 'code':
      return <code>{part.text}</code>
    case 'label':
      return <LabelChip name={part.name} use={use} />
    case 'link':
      return (
        <a
          href={part.url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          tabIndex={use.tabIndex}
          // A URL reads from left to right wherever it stands.
          dir={part.url.endsWith(part.text) ? 'ltr' : 'auto'}
          title={part.url.endsWith(part.text) ? undefined : part.url}
          // Dragging it drags the card.
          draggable={false}
        >
          {part.text}
        </a>
      )
  }
}

export const LabelChip = ({ name, use: { search, tabIndex } }: { name: string; use: Use }) =>
  search ? (
    <button
      type="button"
      class="chip"
      tabIndex={tabIndex}
      title={`Search #${name}`}
      onClick={() => search(name)}
    >
      <span>#{name}</span>
    </button>
  ) : (
    <span class="chip">
      <span>#{name}</span>
    </span>
  )

export const StepBox = ({ step, use: { tick, tabIndex } }: { step: Step; use: Use }) => (
  <input
    type="checkbox"
    class="tick step"
    checked={step.done}
    tabIndex={tabIndex}
    aria-label={plainTitle(step.text)}
    onChange={({ currentTarget }) => tick(step, currentTarget.checked)}
    onKeyDown={(event) => {
      if (event.key !== 'Enter' || event.repeat) return
      event.preventDefault()
      tick(step, !step.done)
    }}
  />
)

export const drawnBlocks = (blocks: readonly Block[], use: Use): ComponentChildren => {
  const [first, ...others] = blocks
  // Most notes are lines of text alone, which need no element of their own.
  if (first?.is === 'text' && others.length === 0) return drawn(first.parts, use)
  return blocks.map((block) => <BlockView block={block} use={use} />)
}

function BlockView({ block, use }: { block: Block; use: Use }) {
  switch (block.is) {
    case 'text':
      return <p>{drawn(block.parts, use)}</p>
    case 'heading':
      return (
        <p>
          <strong>{drawn(block.parts, use)}</strong>
        </p>
      )
    case 'code':
      return <pre>{block.text}</pre>
    case 'quote':
      return <blockquote>{drawnBlocks(block.blocks, use)}</blockquote>
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <ItemView item={item} use={use} />
          ))}
        </ul>
      )
  }
}

const ItemView = ({ item: { level, marker, step, parts }, use }: { item: Item; use: Use }) => (
  <li class={step?.done ? 'item done' : 'item'} style={level > 0 ? { '--level': `${level}` } : undefined}>
    {step ? <StepBox step={step} use={use} /> : <span class="marker">{marker}</span>}
    {drawn(parts, use)}
  </li>
)
