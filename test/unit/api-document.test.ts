import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { NewApiToken } from '../../src/contract/access.ts'
import { CardSearch, ColumnOrder } from '../../src/contract/card.ts'
import { longestFile, longestText, longestTitle, maxOperations } from '../../src/contract/plain/limits.ts'
import { methodAndPath, type Route, routeNames, routes } from '../../src/contract/routes.ts'
import { longestBody, usualBody } from '../../src/contract/values.ts'
import { maxApiTokens } from '../../src/server/accounts/api-tokens.ts'
import { days, seconds } from '../../src/server/common/clock.ts'
import { readConfig } from '../../src/server/config/config.ts'
import { maxStreams as mostStreams } from '../../src/server/feed/streams.ts'
import * as tombstones from '../../src/server/feed/tombstones.ts'
import { most as mostBodies } from '../../src/server/http/body.ts'
import * as keys from '../../src/server/writes/keys.ts'
import { root } from '../support/processes/process.ts'

const page = readFileSync(join(root, 'docs/api.md'), 'utf8')
const rows = new Map(
  [...page.matchAll(/^\| (.+?) \| (.+?) \|/gm)].map(([, name = '', text = '']): [string, string] => [
    name,
    text,
  ]),
)

const digits = (number: number) => number.toLocaleString('en-US')
const size = (bytes: number) => (bytes < 2 ** 20 ? `${bytes / 2 ** 10} KiB` : `${bytes / 2 ** 20} MiB`)
const endpoints = (is: (route: Route) => boolean) =>
  routeNames.filter((name) => is(routes[name])).map((name) => `\`${methodAndPath(name).join(' ')}\``)

describe('docs/api.md has the numbers of the program', () => {
  const { maxCards, maxText, maxProjects, authRateLimit, binDays, sessionSeconds } = readConfig({}).settings
  const bounds = (schema: object) =>
    schema as Record<'default' | 'maximum' | 'maxItems' | 'maxLength', number>
  const limit = bounds(CardSearch.properties.limit)

  test.each<[string, string]>([
    ['Batch', `${maxOperations} operations`],
    ['`card_ids`, `moved`', `${digits(bounds(ColumnOrder.properties.card_ids).maxItems)} ids`],
    ['Text of a card', `${digits(longestText)} characters`],
    ['Title of a project', `${longestTitle} characters`],
    ['Label of a token', `${bounds(NewApiToken.properties.label).maxLength} characters`],
    ['`limit` of a search', `${limit.default} unless you say more, at most ${limit.maximum}`],
    ['Cards of an account', `${digits(maxCards)} (`],
    ['Text of an account', `${maxText / 1e6} MB (`],
    ['Projects', `${maxProjects} (`],
    ['API tokens', `${maxApiTokens}`],
    ['Event streams', `${mostStreams} for an account`],
    ['Bodies that are arriving', `${mostBodies.arriving}, and ${size(mostBodies.bytes)} with`],
    ['Sign-in requests', `${authRateLimit} a minute`],
    ['Session', `${(sessionSeconds * seconds) / days} days`],
    [
      '`Idempotency-Key`',
      `at least ${keys.keptFor / days} days, and of one account the last ${digits(keys.maxKeys)}`,
    ],
    [
      '`since` of changes',
      `${tombstones.keptFor / days} days, and ${digits(tombstones.maxTombstones)} deletions`,
    ],
    ['Bin', `${binDays} days (`],
  ])('%s: %s', (name, text) => {
    expect(rows.get(name)).toEqual(expect.stringContaining(text))
  })

  test('of bodies', () => {
    const large = endpoints(({ bodyLimit }) => bodyLimit === longestBody)
    const files = endpoints(({ bodyLimit }) => bodyLimit === longestFile)
    expect(rows.get('Body')).toBe(
      `${size(usualBody)}; ${size(longestBody)} for ${large.join(' and ')}; ${size(longestFile)} for ${files}`,
    )
  })
})

test('docs/api.md names the calls that honour If-Match', () => {
  const table = page.slice(page.indexOf('| With `If-Match` |'), page.indexOf('| everything else |'))
  const named = table.match(/`(?:PATCH|DELETE) [^`]+`/g)?.map((one) => one.replace('{project_id}', '{id}'))
  const honoured = endpoints(({ conditional }) => conditional === true)
  expect(named?.toSorted()).toEqual(honoured.map((one) => one.replace('{project_id}', '{id}')).toSorted())
})

test('docs/api.md names no endpoint that there is not', () => {
  const known = new Set(
    routeNames.map((name) =>
      methodAndPath(name)
        .join(' ')
        .replace(/\{\w+\}/g, '{id}'),
    ),
  )
  const named = [...page.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/api\/[^`?]+)/g)].map(
    ([, one = '']) => one,
  )
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((one) => !known.has(one))).toEqual([])
})
