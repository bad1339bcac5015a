// In this order: most browsers also claim to be the ones below them.
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

/** What its owner might call it: "Chrome on Linux". */
export const thisDevice = () =>
  [firstIn(browsers), firstIn(systems)].filter(Boolean).join(' on ') || 'This device'
