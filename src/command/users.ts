import {
  type Account,
  addAccount,
  disable as disableAccount,
  enable as enableAccount,
  listAccounts,
  makeLink,
  showAccount,
  signOut as signOutAccount,
} from '../server/accounts/administer.ts'
import { leave } from '../server/accounts/leave.ts'
import { systemClock as clock } from '../server/common/clock.ts'
import { CommandError } from '../server/common/command-error.ts'
import { configurePart } from '../server/config/configure.ts'
import type { Command } from './command.ts'
import { confirm, yesOption } from './output/confirm.ts'
import { accessIn, answer, count, facts, inBytes, jsonOption, remark, table } from './output/terminal.ts'
import { addressOf, orId, readAccount, readAccounts, withAccount, withAccounts } from './server/database.ts'

// `inboard users …`: what an operator does with accounts, beside a running server.

const words = ['ADDRESS']

export const list: Command = {
  options: {
    all: { help: 'also list those who asked for a link but never signed in' },
    ...jsonOption,
  },
  notes: `Who asks for a link has an account that is listed only with --all, until they sign in or the server cleans it up.`,
  async run({ options }) {
    const everyone = await readAccounts(async ({ db }) => {
      const all: Account[] = []
      for (;;) {
        const page = await listAccounts(db, clock, all.at(-1)?.email)
        if (page.length === 0) return all
        all.push(...page)
      }
    })
    const accounts = options.all === undefined ? everyone.filter(isVerified) : everyone
    answer(options, { users: accounts }, () =>
      accounts.length === 0
        ? 'There are no accounts yet. "inboard users link ADDRESS" creates one and prints a sign-in link.'
        : table(
            ['address', 'since', 'last sign-in', 'projects', 'cards', 'text', ''],
            accounts.map((account) => [
              account.email,
              day(account.created_at),
              day(account.last_signed_in_at),
              account.projects,
              account.cards,
              inBytes(account.bytes),
              stateOf(account),
            ]),
          ),
    )
    const others = everyone.length - accounts.length
    if (others > 0) remark(`${count(others, 'more has', 'more have')} never signed in (--all).`)
    return undefined
  },
}

export const show: Command = {
  words,
  options: jsonOption,
  notes: orId,
  async run({ words: [named = ''], options }) {
    const account = await readAccount(named, ({ db }, id) => showAccount(db, clock, id))
    const { email, id, created_at, last_signed_in_at, projects, cards, bytes } = account
    answer(options, { user: account }, () =>
      facts([
        ['address', email],
        ['id', id],
        ['since', created_at],
        ['state', stateOf(account) || 'active'],
        ['last sign-in', last_signed_in_at ?? 'none recorded'],
        ['projects', projects],
        ['cards', `${cards}, including the bin`],
        ['text', inBytes(bytes)],
        ['access', accessIn(account)],
      ]),
    )
    return undefined
  },
}

export const add: Command = {
  words,
  options: jsonOption,
  notes: `REGISTRATION does not matter: you vouch for the address. Its owner signs in with an emailed link, or with one that
"inboard users link" prints.`,
  async run({ words: [given = ''], options }) {
    const email = addressOf(given)
    const { id, isNew } = await withAccounts(({ db }) => addAccount(db, clock, email))
    answer(options, { user: { id, email }, is_new: isNew }, () =>
      isNew ? `Created an account for ${email}.` : `${email} already has an account and can sign in.`,
    )
    return undefined
  },
}

export const link: Command = {
  words,
  options: jsonOption,
  notes: `Creates the account if there is none. For the first person, when registration is closed, or when mail does not work. The link
expires in 15 minutes and works once. Anyone who has it can sign in: treat it like a key.`,
  async run({ words: [given = ''], options }) {
    const email = addressOf(given)
    const { isNew, link } = await withAccounts(async ({ db }) => {
      const account = await addAccount(db, clock, email)
      return { ...account, link: await makeLink(db, clock, account.id) }
    })
    if (!link) throw new CommandError(`The account of ${email} is disabled. See: inboard users enable --help`)
    const { appUrl } = configurePart(process.env, 'appUrl')
    const url = `${appUrl}/verify-email?token=${link.token}`
    if (isNew) remark(`Created an account for ${email}.`)
    answer(options, { link: url, expires_at: link.expires_at, is_new: isNew }, () => url)
    return undefined
  },
}

export const signOut: Command = {
  words,
  options: { everything: { help: 'also revoke API tokens and passkeys' }, ...jsonOption },
  notes: `A running server notices within five seconds. The owner can sign in again with an emailed link.
${orId}`,
  async run({ words: [named = ''], options }) {
    const andAllElse = options.everything !== undefined
    const id = await withAccount(named, async ({ access }, id) => {
      await signOutAccount(access, clock, id, andAllElse)
      return id
    })
    answer(options, { user: { id } }, () =>
      andAllElse
        ? `${named} is signed out everywhere. API tokens and passkeys are revoked.`
        : `${named} is signed out everywhere. API tokens and passkeys still work.`,
    )
    return undefined
  },
}

export const disable: Command = {
  words,
  options: jsonOption,
  notes: `Sessions, API tokens, passkeys and links stop working, and no links are sent. A running server notices within five
seconds. Nothing is deleted: "inboard users enable" lets the owner sign in again.
${orId}`,
  async run({ words: [named = ''], options }) {
    const id = await withAccount(named, async ({ access }, id) => {
      await disableAccount(access, clock, id)
      return id
    })
    answer(
      options,
      { user: { id, disabled: true } },
      () => `${named} is disabled and can't sign in. Nothing was deleted.`,
    )
    return undefined
  },
}

export const enable: Command = {
  words,
  options: jsonOption,
  notes: `API tokens and passkeys work again, and links are sent. Old sessions do not come back.
${orId}`,
  async run({ words: [named = ''], options }) {
    const id = await withAccount(named, async ({ db }, id) => {
      await enableAccount(db, id)
      return id
    })
    answer(options, { user: { id, disabled: false } }, () => `${named} can sign in again.`)
    return undefined
  },
}

export const remove: Command = {
  words,
  options: { ...yesOption, ...jsonOption },
  notes: `Deletes immediately and permanently: only a backup brings the account back. "inboard export ADDRESS" saves its contents.`,
  async run({ words: [given = ''], options }) {
    const email = addressOf(given)
    const id = await withAccount(email, async (world, ownerId) => {
      await confirm(options, `Permanently delete the account of ${email} and everything in it?`)
      await leave({ ...world, audit: () => {} }, { ownerId, client: '' }, email)
      return ownerId
    })
    answer(options, { user: { id, email } }, () => `Deleted the account of ${email} and everything in it.`)
    return undefined
  },
}

const isVerified = ({ email_verified_at }: Account) => email_verified_at !== null

const day = (time: string | null) => time?.slice(0, 10) ?? '-'

function stateOf(account: Account): string {
  if (account.disabled_at) return 'disabled'
  return isVerified(account) ? '' : 'never signed in'
}
