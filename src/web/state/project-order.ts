import { computed, effect } from '@preact/signals'
import { stored } from '../device/stored.ts'
import { page } from '../navigation/route.ts'
import { user } from '../session/session.ts'
import { projects } from './projects.ts'

/** How this device sorts the projects, with the words for it. */
export const projectOrders = { created: 'creation', name: 'name', used: 'recent use' } as const
export type ProjectOrder = keyof typeof projectOrders

export const projectOrder = stored<ProjectOrder>('project-order', 'created')

const mostProjects = 100
const mostAccounts = 5

/** The projects of each account that were used on this device, the latest first. */
const used = stored<Record<string, readonly string[]>>('used-projects', {})

const usedHere = computed(() => used.value[user.value?.id ?? ''] ?? [])

function noteUse(projectId: string): void {
  const id = user.value?.id
  if (!id || usedHere.peek()[0] === projectId) return
  const { [id]: before = [], ...others } = used.peek()
  const now = [projectId, ...before.filter((one) => one !== projectId)].slice(0, mostProjects)
  used.value = Object.fromEntries([...Object.entries(others).slice(1 - mostAccounts), [id, now]])
}

let isStepping = false

/** Goes to a page without using its project yet: in the order of use, the next key would lead back. */
export function withoutUse(go: () => void): void {
  isStepping = true
  go()
  isStepping = false
}

/** Call this when the person does something on the page. */
export function noteUseOfPage(): void {
  if (page.value.name === 'project') noteUse(page.value.projectId)
}

effect(() => {
  page.value
  if (!isStepping) noteUseOfPage()
})

const { compare } = new Intl.Collator('en', { numeric: true })

/** All projects, in the order in which this device shows them. */
export const sortedProjects = computed(() => {
  const all = projects.value
  switch (projectOrder.value) {
    case 'name':
      return all?.toSorted((one, other) => compare(one.title, other.title))
    case 'used': {
      const ranks = new Map(usedHere.value.map((id, index) => [id, index]))
      const rankOf = ({ id }: { id: string }) => ranks.get(id) ?? ranks.size
      return all?.toSorted((one, other) => rankOf(one) - rankOf(other))
    }
    default:
      return all
  }
})
