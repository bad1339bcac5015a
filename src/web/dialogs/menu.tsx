import { batch, useSignalEffect } from '@preact/signals'
import { Fragment } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Command } from '../commands/commands.ts'
import { ariaOf, isComposing, labelOf } from '../device/keys.ts'
import { Icon } from '../parts/icons.tsx'
import { closeMenu, menu, type OpenedMenu } from '../state/dialogs.ts'
import { cursor, elementOf, leaveCards, recoverFocus } from '../state/focus.ts'
import { beginsGroup, iconOf, itemsOf, menuLabel, pick } from './menu-items.ts'
import { place } from './place.ts'
import { typeAhead } from './type-ahead.ts'

const itemsIn = (menu: Element | null) =>
  Array.from(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])

export const OpenMenu = () => menu.value && <Menu opened={menu.value} />

/** A menu beside its subject, above the page. It follows https://www.w3.org/WAI/ARIA/apg/patterns/menubar/. */
function Menu({ opened }: { opened: OpenedMenu }) {
  const { kind, anchor, point, isByKeys } = opened
  const element = useRef<HTMLDivElement>(null)
  const letters = useMemo(typeAhead, [opened])
  const before = useMemo(() => document.activeElement, [opened])
  const items = itemsOf(kind)

  const giveFocusBack = () => {
    for (const one of [before, anchor, elementOf(cursor.value)]) {
      if (!(one instanceof HTMLElement) || one === document.body) continue
      one.focus({ preventScroll: true })
      if (document.activeElement === one) return
    }
  }
  const leave = () => {
    giveFocusBack()
    closeMenu()
  }
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    current.showPopover()
    place(current, anchor, point ?? 'right')
    const first = isByKeys ? itemsIn(current)[0] : undefined
    ;(first ?? current).focus({ preventScroll: true })
    const hasPopup = anchor.hasAttribute('aria-haspopup')
    if (hasPopup) anchor.setAttribute('aria-expanded', 'true')
    anchor.toggleAttribute('data-open', true)

    const press = ({ target }: PointerEvent) => {
      const isOnButton = !point && anchor.contains(target as Node)
      if (!current.contains(target as Node) && !isOnButton) leave()
    }
    // The app scrolls, too: to a card that was just added, for example. Only a person who scrolls is done with the menu.
    let isByHand = false
    const wheel = () => {
      isByHand = true
    }
    const scroll = ({ target }: Event) => {
      if (target === current) return
      if (isByHand) leave()
      else place(current, anchor, point ?? 'right')
    }
    const listening = new AbortController()
    const options = { capture: true, passive: true, signal: listening.signal }
    addEventListener('pointerdown', press, options)
    addEventListener('wheel', wheel, options)
    addEventListener('scroll', scroll, options)
    addEventListener('resize', leave, options)
    return () => {
      listening.abort()
      if (hasPopup) anchor.setAttribute('aria-expanded', 'false')
      anchor.toggleAttribute('data-open', false)
      if (current.contains(document.activeElement)) giveFocusBack()
      current.hidePopover()
      requestAnimationFrame(() => recoverFocus())
    }
  }, [opened])
  // The item that had the focus may not apply any more.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) element.current?.focus()
  })
  // Its subject may be deleted elsewhere.
  useSignalEffect(() => {
    if (itemsOf(kind).length > 0 || !menu.peek()) return
    leaveCards()
    closeMenu()
  })

  const choose = (command: Command | undefined) => {
    if (!command) return
    // In one batch: closing the menu forgets its subject.
    batch(() => {
      giveFocusBack()
      // The keys that follow are for the card, not for its button.
      if (kind === 'card') elementOf(cursor.value)?.focus({ preventScroll: true })
      closeMenu()
      pick(command)
    })
  }
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat, timeStamp } = event
    event.stopPropagation()
    if (ctrlKey || metaKey || altKey || isComposing(event)) return
    const all = itemsIn(element.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at <= 0 ? -1 : at - 1,
      Home: 0,
      End: -1,
    }
    const isSpace = key === ' ' && !letters.isTyping(timeStamp)
    if (key in steps) all.at((steps[key] ?? 0) % all.length)?.focus()
    else if (key === 'Enter' || isSpace) {
      // A key that is held down has opened the menu.
      if (!repeat) choose(items[at])
    } else if (key === 'Escape' || key === 'Tab') leave()
    else if (key.length === 1) {
      const names = all.map((item) => item.querySelector('.name')?.textContent ?? '')
      all[letters.find(key, timeStamp, names, at)]?.focus()
    } else return
    event.preventDefault()
  }
  return (
    <div
      ref={element}
      class="menu"
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={menuLabel(kind)}
      onKeyDown={press}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        const isElsewhere = relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)
        if (isElsewhere && !anchor.contains(relatedTarget)) closeMenu()
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      {items.map((command, index) => (
        <Fragment key={command.name}>
          {beginsGroup(command, items[index - 1]) && <hr />}
          <Item command={command} onPick={() => choose(command)} />
        </Fragment>
      ))}
    </div>
  )
}

function Item({ command, onPick }: { command: Command; onPick: () => void }) {
  const { name, label, keys: [key] = [], isDeletion, isCurrent } = command
  const role = isCurrent
    ? ({ role: 'menuitemradio', 'aria-checked': isCurrent() } as const)
    : ({ role: 'menuitem' } as const)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is spread
    // biome-ignore lint/a11y/useKeyWithClickEvents: the menu handles the keyboard
    <div
      {...role}
      class={isDeletion ? 'bar danger' : 'bar'}
      tabIndex={-1}
      aria-keyshortcuts={key && ariaOf(key)}
      onClick={onPick}
      onPointerMove={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
    >
      <Icon name={iconOf(command)} />
      <span class="name" dir="auto">
        {label?.() ?? name}
      </span>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it cannot be focused, and would be read as part of the name */}
      {key && <kbd aria-hidden="true">{labelOf(key)}</kbd>}
    </div>
  )
}
