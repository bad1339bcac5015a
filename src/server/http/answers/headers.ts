import { version } from '../../common/version.ts'

/**
 * On every response. There is no CORS: the API serves its own origin and programs, to which CORS does not apply. Only
 * the clients of OAuth may be pages of other origins (`oauth.ts`).
 */
const common = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * Only if the service is reached over TLS, and only for its own host: its subdomains may be somebody else's.
 */
const transportSecurity = { 'strict-transport-security': 'max-age=31536000' }

/** On data. If a browser displays it anyway, nothing in it can run, and no page can frame it. */
const forData = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Tells a page that was opened before an upgrade about the new version (src/web/device/update.ts).
  'inboard-version': version,
}

const forPages = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(), geolocation=(), microphone=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

export function headersFor(appUrl: string) {
  const always = { ...common, ...(appUrl.startsWith('https:') && transportSecurity) }
  return { data: { ...always, ...forData }, pages: { ...always, ...forPages } }
}
