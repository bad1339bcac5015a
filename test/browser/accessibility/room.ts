import type { Page } from 'playwright-core'
import type { Project } from '../../../src/contract/project.ts'
import type { Browsing, OpenOptions } from '../../support/browsing/browsing.ts'
import type { SignedIn } from '../../support/service/inboard.ts'

// All that a person can see of the app: rooms, and the states that each can be in. `npm test` leads one page through a room and
// looks once at each state but the rare ones; the long tests look at each alone, at every width and in both themes.

export interface Room {
  what: string
  options?: OpenOptions
  prepare(browsing: Browsing): Promise<Omit<Scene, 'browsing'>>
  /** In the order in which a page is led through them. */
  states: State[]
}

/** Who is in a room, and where it is. */
export interface Scene {
  browsing: Browsing
  person?: SignedIn
  path: string
  projects?: Project[]
}

export interface State {
  what: string
  /** Where it begins, if not where the room is. */
  path?: string | ((scene: Scene) => string)
  /** What a person does to get there, and how it is known that they did. */
  reach(page: Page, scene: Scene): Promise<unknown>
  /** What leads back, so that the next state can begin on the same page. Without it, the page is loaded again. */
  leave?(page: Page): Promise<unknown>
  /** Whether only the long tests look at it: an error, an end, or the like of something that is looked at anyway. */
  rare?: boolean
  widths?: number[]
  /** What looks like the rest of it, as a selector: a glance leaves it out. */
  repetition?: string
  /** Whether everything is looked at in both themes at every width, for the parts that all pages share. */
  thorough?: boolean
}

export const pathOf = ({ path }: State, scene: Scene) =>
  (typeof path === 'function' ? path(scene) : path) ?? scene.path

/** Where nothing has to be done to leave a state. */
export const stay = async () => {}
