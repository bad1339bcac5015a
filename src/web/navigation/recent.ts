import type { Signal } from '@preact/signals'
import { stored } from '../device/stored.ts'
import { lastUserId } from '../session/session.ts'

// The projects and cards that were opened last on this device, by id, newest first. Signing out removes them.

const most = 20

const none: readonly string[] = []
const ofUsers = new Map<string, Signal<readonly string[]>>()

function find(): Signal<readonly string[]> {
  const name = `recent.${lastUserId()}`
  const found = ofUsers.get(name) ?? stored(name, none)
  ofUsers.set(name, found)
  return found
}

export const recent = (): readonly string[] => find().value

export function noteOpened(id: string): void {
  const list = find()
  if (list.peek()[0] === id) return
  list.value = [id, ...list.peek().filter((one) => one !== id)].slice(0, most)
}
