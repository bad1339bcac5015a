import { version } from './version.ts'

/** On every answer. There is no CORS: the API serves its own origin, and programs, to which CORS does not apply. */
const common = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/** Only where the service is reached over TLS anyway, and only for its own host: those below it may be somebody else's. */
const transportSecurity = { 'strict-transport-security': 'max-age=31536000' }

/** On data. If a browser shows it all the same, nothing in it is run, and no page can frame it. */
const forData = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // A page that was opened before an upgrade learns of it from the next answer (src/web/update.ts).
  'inboard-version': version,
}

/** On pages. */
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
