// A client's metadata as it states them itself: where the browser may be sent with a code, and its name.

/** The characters of a URI (RFC 3986). Browsers drop or convert others, so that they would compare equal to nothing. */
const uri = /^[\w\-.~:/?[\]@!$&'()*+,;=%]+$/

const userInfo = /^[^:]+:\/\/[^/?]*@/

const web = /^https:\/\/(\[[^\]]*\]|[^/?:]+)(?=[:/?]|$)/i

/** Only spelled like this. Whatever else browsers take for this machine, such as `http://0x7f.1`, is a trick. */
const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/i

/** The slash distinguishes `app.example:/callback` from `localhost:3000`, whose author forgot `http://`. */
const privateUse = /^[a-z][a-z\d+.-]*:\//i

/**
 * Schemes that browsers handle themselves, or hand to a program that is not the client: they run scripts, read
 * files, open other pages, or are registered for something else.
 */
const handledElsewhere = new RegExp(
  `^(?:${[
    '.*script|data|blob|file|filesystem|about|view-source.*|jar|content|intent|android-app|resource|cid|mid|mhtml|mk|its|res',
    '.*https?|wss?|ftps?|sftp|gopher|news|nntp|telnet|ssh|ldaps?|smb|nfs|afp|localhost',
    'chrome.*|google-?chromes?|devtools|edge|microsoft-edge.*|firefox.*|opera.*|brave|vivaldi|x-safari-.*|.*-extension',
    'moz-.*|page-icon|wyciwyg|webkit-.*|applewebdata|isolated-app',
    'ms-.*|x-ms-.*|search|search-ms|shell|hcp|help|callto|skype|facetime.*|webcals?|feed|tag|rtsp|vnc|jnlps?',
    'itms.*|market|maps|x-apple.*|x-web-search|prefs|app-prefs|shortcuts|workflow',
    // Sites and extensions can register themselves for these: the list of HTML, and what Firefox adds.
    'web\\+.*|ext\\+.*|bitcoin|ethereum|geo|im|ircs?|magnet|mailto|matrix|mms|openpgp4fpr|sips?|sms|smsto|tel|urn|wtai|xmpp',
    // Programs that open a URL, or write to somebody, with what they are given.
    'touch-.*|ddg.*|yandex.*|.*-open-?url|duckduckgo.*|steam|telprompt|google.*|comgoogle.*|whatsapp.*|tg|sgnl|viber|apt|apturl|snap|flatpak.*',
    '.*browser|fb|x-callback-url|cabal|dat|did|doi|dweb|hyper|ipfs|ipns|ssb|payto',
  ].join('|')})$`,
  'i',
)

/** True if a browser may be sent there with an authorization code. */
export function isRedirectUri(text: string): boolean {
  const url = uri.test(text) && !userInfo.test(text) ? URL.parse(text) : null
  if (!url) return false
  const [, host] = web.exec(text) ?? []
  // Spelled like a browser will show it.
  if (host) return host.toLowerCase() === url.hostname
  return loopback.test(text) || (privateUse.test(text) && !handledElsewhere.test(schemeOf(text)))
}

/** The redirect URIs in a client's metadata. Undefined unless there is at least one and all are allowed. */
export const redirectUrisIn = (listed: unknown): string[] | undefined =>
  Array.isArray(listed) &&
  listed.length > 0 &&
  listed.every((one) => typeof one === 'string' && isRedirectUri(one))
    ? listed
    : undefined

const schemeOf = (text: string) => text.slice(0, text.indexOf(':'))

/**
 * The URI to send the browser to: exactly one that the client has registered. Only the port of a program on this device
 * may differ, because it listens where there is room (RFC 8252 §7.3). Undefined if the client has not registered it.
 */
export function chooseRedirect(
  { redirectUris }: { redirectUris: readonly string[] },
  given: string | undefined,
): string | undefined {
  if (given === undefined) return redirectUris.length === 1 ? redirectUris[0] : undefined
  const isOurs =
    isRedirectUri(given) &&
    redirectUris.some((one) => one === given || withoutPort(one) === withoutPort(given))
  return isOurs ? given : undefined
}

const withoutPort = (redirectUri: string) => redirectUri.replace(loopback, '$1')

/** Names the place of a redirect URI: a host with its port, or the scheme that a program of this device opens. */
export function placeOf(redirectUri: string): { redirect_host: string | null; redirect_scheme?: string } {
  const { protocol, host } = new URL(redirectUri)
  return /^https?:$/.test(protocol)
    ? { redirect_host: host }
    : { redirect_host: null, redirect_scheme: protocol.slice(0, -1) }
}

const maxName = 100

/**
 * The name that a client gives itself, as a person may be shown it: one line, in the order in which it is
 * written, without invisible characters, and without piles of accents that cover the lines around it.
 */
export function cleanName(text: string): string {
  const line = text
    .replace(/[\s\u2800]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/ +/g, ' ')
  return firstOf(line.trim()).trim()
}

export const isTooLong = (name: string) => firstOf(name) !== name

/** By code points, so that no character is cut in half. */
const firstOf = (text: string) =>
  Array.from(text.slice(0, 2 * maxName))
    .slice(0, maxName)
    .join('')

/** Something to call a client by, even if it gives itself no name. */
export const displayName = (name: string, host: string | null) => name || host || 'An agent without a name'
