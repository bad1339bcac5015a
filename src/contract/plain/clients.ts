/** Longer than that of any browser. */
const longest = 500

// The order matters: many browsers and systems also name others, for compatibility.
const browsers: [RegExp, string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPT|OPX|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+(?: [\w.]+(?:\/[\w.]+)?){0,3} Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Describes a `User-Agent` for people: "Firefox on Linux". Null if it names no known browser. */
export function describeClient(sent = ''): string | null {
  const userAgent = sent.slice(0, longest)
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  if (!browser) return null
  return system ? `${browser} on ${system}` : browser
}

const nameIn = (known: [RegExp, string][], text: string) => known.find(([pattern]) => pattern.test(text))?.[1]
