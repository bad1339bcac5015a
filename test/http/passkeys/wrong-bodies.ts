// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
export type Body = any

/** A clone of the body with the member at `path` replaced, or removed if `change` returns `undefined`. */
export function changed(body: Body, path: string, change: (value: Body) => unknown): Body {
  const copy = structuredClone(body)
  const names = path.split('.')
  const last = names.pop() ?? ''
  const parent = names.reduce((at, name) => at[name], copy)
  parent[last] = change(parent[last])
  return copy
}

const wrongTexts: Record<string, (text: string) => unknown> = {
  missing: () => undefined,
  null: () => null,
  'a number': () => 1,
  'a list': (text) => [text],
  empty: () => '',
  padded: (text) => `${text}=`,
  'doubly padded': (text) => `${text}==`,
  'base64 with a plus': (text) => `+${text.slice(1)}`,
  'base64 with a slash': (text) => `/${text.slice(1)}`,
  spaced: (text) => ` ${text}`,
  'broken over lines': (text) => `${text.slice(0, 8)}\n${text.slice(8)}`,
  'ended with a line break': (text) => `${text}\n`,
  // Base64url of 4n + 1 characters does not decode to a whole number of bytes.
  'one character too long': (text) => `${text.slice(0, text.length - (text.length % 4))}A`,
  'with stray bits': (text) => `${text.slice(0, text.length - (text.length % 4))}AB`,
  'with more stray bits': (text) => `${text.slice(0, text.length - (text.length % 4))}AAB`,
  'not ASCII': (text) => `é${text.slice(1)}`,
  'with NUL': (text) => `${text}\u0000`,
}

const wrongClientData: Record<string, string | Uint8Array> = {
  'no JSON': '{',
  'a list': '[]',
  null: 'null',
  text: '"challenge"',
  'a number': '1',
  'followed by more': '{"challenge":"x"}{}',
  'without a challenge': '{"type":"webauthn.get"}',
  'with a number for a challenge': '{"challenge":1}',
  'with null for a challenge': '{"challenge":null}',
  'with a list for a challenge': '{"challenge":["x"]}',
  'not UTF-8': Buffer.from('7b226368616c6c656e6765223a22ff227d', 'hex'),
  'UTF-16': Buffer.from('{"challenge":"x"}', 'utf16le'),
}

export const credentialTexts = ['id', 'rawId', 'response.clientDataJSON']
export const wrongMembers: [path: string, what: string, change: (value: Body) => unknown][] = [
  ['type', 'missing', () => undefined],
  ['type', 'another', () => 'password'],
  ['type', 'null', () => null],
  ['response', 'missing', () => undefined],
  ['response', 'null', () => null],
  ['response', 'text', () => '{}'],
  ['response', 'a list', () => []],
  ['rawId', 'another than the id', (text) => `AAAA${text.slice(4)}`],
  ...Object.entries(wrongClientData).map(
    ([what, data]) =>
      ['response.clientDataJSON', what, () => Buffer.from(data).toString('base64url')] as [
        string,
        string,
        () => string,
      ],
  ),
]
export const wrongly = (paths: string[]) =>
  paths.flatMap((path) =>
    Object.entries(wrongTexts).map(([what, change]) => [path, what, change] as (typeof wrongMembers)[0]),
  )
export const bodies = ['[]', 'null', '"x"', '1', 'true', '{}']
