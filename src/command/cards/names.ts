import type { Card } from '../../contract/card.ts'
import type { Project, Status } from '../../contract/project.ts'
import { fold } from '../../server/cards/fold.ts'
import { Refused } from '../../server/refused.ts'
import type { Account } from './account.ts'
import { printable, titleOf } from './printable.ts'
import { isShortName, wholeName } from './short-names.ts'

/** A thing by its name, whatever the case, or by a beginning of it that no other has. */
function named<Thing>(
  given: string,
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
  idOf: (thing: Thing) => string,
  kind: string,
): Thing {
  const wanted = fold(given.trim())
  const first = [
    things.filter((one) => idOf(one) === given),
    things.filter((one) => nameOf(one) === given.trim()),
    things.filter((one) => fold(nameOf(one)) === wanted),
    things.filter((one) => fold(nameOf(one)).startsWith(wanted)),
    things.filter((one) => isIdLike(given) && idOf(one).startsWith(given.toLowerCase())),
  ].find((some) => some.length > 0)
  const [found, another] = first ?? []
  if (found && !another) return found
  const list = (first ?? things).map((one) => `  ${idOf(one).slice(0, 13)}  ${printable(nameOf(one))}`)
  const called = `called "${printable(given)}"`
  if (first)
    throw new Refused(
      `Several ${kind}s are ${called}:\n\n${list.join('\n')}\n\nSay more of the name, or a beginning of the id.`,
    )
  throw new Refused(
    list.length > 0
      ? `There is no ${kind} ${called}. There are:\n\n${list.join('\n')}`
      : `There is no ${kind} ${called}, and no other yet: the web app makes them.`,
  )
}

export const isInbox = (name: string | undefined) => fold(name?.trim() ?? '') === 'inbox'

export const findProject = (given: string, projects: readonly Project[]) =>
  named(
    given,
    projects,
    ({ title }) => title,
    ({ id }) => id,
    'project',
  )

export const findColumn = (given: string, statuses: readonly Status[]) =>
  named(
    given,
    statuses,
    ({ name }) => name,
    ({ id }) => id,
    'column',
  )

const isIdLike = (text: string) => /^[0-9a-f-]{4,36}$/i.test(text)

/** Every word occurs in the text, as part of a word too, whatever its case or accents. */
export function withWords(given: string, cards: readonly Card[]): Card[] {
  const words = fold(given)
    .split(/\s+/)
    .filter((word) => word !== '')
  return cards.filter(({ text }) => {
    const folded = fold(text)
    return words.length > 0 && words.every((word) => folded.includes(word))
  })
}

/** The cards that may be meant: by their short names, beginnings of their ids, or words of their texts. */
function candidates(given: string, cards: readonly Card[]): Card[] {
  if (isShortName(given)) {
    const short = cards.filter(({ id }) => wholeName(id).startsWith(given))
    if (short.length > 0) return short
  }
  const byId = isIdLike(given) ? cards.filter(({ id }) => id.startsWith(given.toLowerCase())) : []
  if (byId.length > 0 && given.length >= 8) return byId
  const exactly = cards.filter(({ text }) => fold(text.trim()) === fold(given.trim()))
  return [...new Set([...byId, ...(exactly.length > 0 ? exactly : withWords(given, cards))])]
}

const mostListed = 10

/**
 * The one card that is meant. Where several could be, those that `preferred` says come first: whoever completes "milk" does not mean
 * the one of last week, which is complete.
 */
export function findCard(account: Account, given: string, preferred?: (card: Card) => boolean): Card {
  const all = candidates(given, [...account.cards.values()])
  const better = preferred ? all.filter(preferred) : []
  const found = better.length > 0 ? better : all
  const [card, another] = found
  if (card && !another) return card
  if (!card)
    throw new Refused(
      `No card is called "${printable(given)}", by its id or by words of its text. See: inboard ls --all, inboard find WORDS`,
    )
  const list = found
    .slice(0, mostListed)
    .map((one) => `  ${account.nameOf(one)}  ${titleOf(one.text)}  (${account.placeOf(one)})`)
  const more = found.length > mostListed ? `\n  and ${found.length - mostListed} more` : ''
  throw new Refused(
    `${found.length} cards could be meant by "${printable(given)}":\n\n${list.join('\n')}${more}\n\nSay which by the letters before it, or by more of its words in quotes.`,
  )
}

/** Each once. */
export const findCards = (account: Account, given: string[], preferred?: (card: Card) => boolean): Card[] => [
  ...new Set(given.map((one) => findCard(account, one, preferred))),
]
