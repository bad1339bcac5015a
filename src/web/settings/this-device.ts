// The order matters: most browsers also name those further down in their user agent.
const browsers = {
  Edge: /Edg/,
  Opera: /OPR/,
  Firefox: /Firefox|FxiOS/,
  Chrome: /Chrome|CriOS/,
  Safari: /Safari/,
}
const systems = {
  iPhone: /iPhone/,
  iPad: /iPad/,
  Android: /Android/,
  ChromeOS: /CrOS/,
  Mac: /Mac/,
  Windows: /Windows/,
  Linux: /Linux/,
}

const firstIn = (names: Record<string, RegExp>) =>
  Object.entries(names).find(([, trace]) => trace.test(navigator.userAgent))?.[0]

/** A default name for a passkey: "Chrome on Linux". */
export const thisDevice = () =>
  [firstIn(browsers), firstIn(systems)].filter(Boolean).join(' on ') || 'This device'
