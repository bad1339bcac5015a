import { describe, expect, test } from 'vitest'
import { chooseRedirect, isRedirectUri, placeOf } from '../../../src/server/oauth/metadata.ts'
import { chanceOfRun } from '../../support/machine/chance.ts'

const hostOf = (uri: string) => placeOf(uri).redirect_host

const good = [
  'https://agent.example/callback',
  'https://agent.example',
  'https://agent.example:8443/callback?kind=1',
  'https://[2001:db8::1]/callback',
  'http://127.0.0.1/callback',
  'http://127.0.0.1:33418/',
  'http://[::1]:1234/callback?x=1',
  'http://localhost:1234/callback',
  'http://localhost',
  'com.example.app:/oauth2redirect',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'vscode://vscode.github-authentication/did-authenticate',
  'claude://callback',
  'vscode-insiders://callback',
  'com.example.https-app:/callback',
]

const bad = [
  '',
  'callback',
  '/callback',
  '//agent.example/callback',
  'https:',
  'https://',
  'https:///agent.example',
  'https:agent.example',
  'https:/agent.example',
  'https:\\\\agent.example',
  'https://agent.example/callback#',
  'https://agent.example/callback#fragment',
  'https://ada@agent.example/callback',
  'https://:@agent.example/callback',
  'https://@agent.example/callback',
  'https://agent.example\\@evil.example/',
  'https://agent.example:99999/',
  'https://0x7f.1/',
  'https://agent%2eexample/',
  ' https://agent.example/',
  'https://agent.example/\n',
  'ht\ttps://agent.example/',
  'https://agent.example/a b',
  'https://agent.example/ä',
  'https://аgent.example/',
  'https://agent.example/<script>',
  'http://agent.example/callback',
  'http://127.0.0.1.agent.example/',
  'http://localhost.agent.example/',
  'http://localhost.:80/',
  'http://127.0.0.1@agent.example/',
  'http://127.0.0.2/',
  'http://127.1/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://[::ffff:127.0.0.1]/',
  'http://0.0.0.0/',
  'http://localhost:99999/',
  'http://localhost:x/',
  'com.example.app://ada@host/',
  'com.example.app:/callback#fragment',
  'com.example.app:callback',
  'urn:ietf:wg:oauth:2.0:oob',
  'localhost:3000/callback',
  'agent.example:443',
  ...[
    ...['javascript', 'JavaScript', 'vbscript', 'data', 'blob', 'file', 'about', 'intent', 'filesystem'],
    ...['view-source', 'ws', 'wss', 'ftp', 'chrome', 'chrome-extension', 'moz-extension', 'android-app'],
    ...[
      'content',
      'mailto',
      'tel',
      'sms',
      'microsoft-edge',
      'ms-msdt',
      'search-ms',
      'web+agent',
      'ext+agent',
    ],
    // Sites can register themselves for these.
    ...['bitcoin', 'geo', 'irc', 'ircs', 'matrix', 'mms', 'openpgp4fpr', 'sip', 'smsto', 'wtai', 'xmpp'],
    ...['ipfs', 'ipns', 'ssb', 'dat', 'did', 'dweb', 'im', 'ethereum'],
    // These belong to browsers and systems.
    ...[
      'moz-icon',
      'page-icon',
      'webkit-fake-url',
      'isolated-app',
      'x-ms-webview',
      'itms-services',
      'itms-apps',
    ],
    // Programs that open a URL, or write to somebody.
    ...['touch-https', 'opera-https', 'ddgQuickLink', 'yandexbrowser-open-url', 'view-source+x', 'telprompt'],
    ...[
      'googlegmail',
      'whatsapp',
      'apt',
      'steam',
      'ohttps',
      'open-http',
      'samsungbrowser',
      'fb',
      'x-callback-url',
    ],
    ...['market', 'maps', 'x-apple.systempreferences', 'x-web-search', 'shortcuts', 'hcp', 'vnc', 'jnlp'],
  ].map((scheme) => `${scheme}://agent.example/callback`),
  'javascript:alert(1)',
  'javascript:/alert(1)',
  'data:text/html,x',
  'data:/text/html,x',
]

describe('where a browser may be sent with a code', () => {
  test.each(good)('%s is accepted', (uri) => expect(isRedirectUri(uri)).toBe(true))
  test.each(bad)('%j is refused', (uri) => expect(isRedirectUri(uri)).toBe(false))

  test('an accepted one means the same to every parser of URLs', () => {
    const parts = [
      'https:',
      'http:',
      'HTTP:',
      'app:',
      '/',
      '//',
      '\\',
      '@',
      '#',
      '?',
      ':',
      '.',
      '[',
      ']',
      '%',
      '\t',
      ' ',
    ]
    const words = ['localhost', '127.0.0.1', '[::1]', '0x7f.1', 'agent.example', ':80', 'a', 'é', '\u200b']
    const chance = chanceOfRun()
    let accepted = 0
    for (let count = 0; count < 20_000; count++) {
      const scheme = chance.pick(['https://', 'http://', 'app:/'])
      const uri = scheme + chance.times(6, () => chance.pick([...parts, ...words])).join('')
      if (!isRedirectUri(uri)) continue
      accepted++
      const url = new URL(uri)
      expect([url.username, url.password, url.hash], uri).toEqual(['', '', ''])
      expect(url.protocol, uri).toMatch(/^(?:https?|app):$/)
      const [, authority = ''] = /^\w+:\/\/([^/?]*)/.exec(uri.toLowerCase()) ?? []
      if (url.protocol === 'https:') expect(authority.replace(/:0*(?:443)?$/, ''), uri).toBe(url.host)
      if (url.protocol === 'http:') expect(['localhost', '127.0.0.1', '[::1]'], uri).toContain(url.hostname)
    }
    expect(accepted).toBeGreaterThan(500)
  })
})

describe('which of its redirects a client means', () => {
  const client = {
    redirectUris: [
      'https://agent.example/callback',
      'http://127.0.0.1/callback?x=1',
      'http://localhost:8080/done',
      'app:/back',
    ],
  }

  test.each([
    'https://agent.example/callback',
    'http://127.0.0.1/callback?x=1',
    'http://127.0.0.1:50000/callback?x=1',
    'http://localhost/done',
    'http://localhost:1/done',
    'app:/back',
  ])('%s', (given) => expect(chooseRedirect(client, given)).toBe(given))

  test.each([
    'https://agent.example/callback/',
    'https://agent.example/callback?x=1',
    'https://agent.example:443/callback',
    'https://agent.example:8443/callback',
    'https://agent.example/Callback',
    'https://AGENT.example/callback',
    'https://agent.example.evil.example/callback',
    'https://agent.example/callback/../evil',
    'http://agent.example/callback',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:50000/callback?x=1#',
    'http://127.0.0.1:99999/callback?x=1',
    'http://127.0.0.1:50000@evil.example/callback?x=1',
    'http://localhost/callback?x=1',
    'http://[::1]/done',
    'app:/back/',
    'javascript:alert(1)',
    '',
  ])('none: %s', (given) => expect(chooseRedirect(client, given)).toBeUndefined())

  test('the only one, if it names none', () => {
    expect(chooseRedirect(client, undefined)).toBeUndefined()
    expect(chooseRedirect({ redirectUris: ['app:/back'] }, undefined)).toBe('app:/back')
  })

  test('a person is shown its host and port, or that it is another program', () => {
    expect(hostOf('https://agent.example/callback')).toBe('agent.example')
    expect(hostOf('https://agent.example:8443/callback')).toBe('agent.example:8443')
    expect(hostOf('http://[::1]:1234/callback')).toBe('[::1]:1234')
    expect(hostOf('http://localhost/callback')).toBe('localhost')
    expect(placeOf('com.example.app://host/callback')).toEqual({
      redirect_host: null,
      redirect_scheme: 'com.example.app',
    })
  })
})
