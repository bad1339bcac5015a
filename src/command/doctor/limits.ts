import { isLoopbackHost } from '../../contract/plain/loopback.ts'
import type { Settings } from '../../server/config/config.ts'
import { count } from '../output/terminal.ts'
import { type Finding, good, warning } from './finding.ts'

/** What strangers can do: right for some, but nobody should do it unaware. */
export function examineLimits(settings: Settings): Finding[] {
  const off = offOf(settings)
  const about = 'limits'
  const limits =
    off.length > 0
      ? off.map(([name, danger, usual]) =>
          warning(about, `${name} is 0: ${danger}`, `Remove it for the usual limit, ${usual}.`),
        )
      : [good(about, 'on')]
  return [...limits, examineRegistration(settings)]
}

function offOf({ authRateLimit, linksPerHour, maxCards, maxText }: Settings) {
  const all: [number, string, string, string][] = [
    [
      authRateLimit,
      'AUTH_RATE_LIMIT',
      'anybody can try links and ask for mail as often as they like',
      '60 a minute',
    ],
    [linksPerHour, 'LINKS_PER_HOUR', 'anybody can have an address sent a mail every minute', '10'],
    [maxCards, 'MAX_CARDS', 'a single account can fill the disk', '10000'],
    [maxText, 'MAX_TEXT', 'a single account can fill the disk', '8MB'],
  ]
  return all.flatMap(([limit, ...words]) => (limit === 0 ? [words] : []))
}

function examineRegistration({ appUrl, registration }: Settings): Finding {
  const about = 'registration'
  if (registration === 'closed') return good(about, 'closed')
  if (registration !== 'open')
    return good(about, `only for ${count(registration.length, 'address or domain', 'addresses or domains')}`)
  if (isLoopbackHost(new URL(appUrl).hostname)) return good(about, 'open, on this machine')
  return warning(
    about,
    `open: everyone who can reach ${appUrl} can create an account`,
    'Unless you want that, set REGISTRATION=closed, or to a list such as "ada@example.com, @example.org".',
  )
}
