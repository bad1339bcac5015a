/** In octets, without the line break. */
const longestLine = 75

/** A content line of iCalendar (RFC 5545 §3.1). */
export const line = (content: string) => `${folded(content)}\r\n`

/**
 * A value of the type TEXT. All control characters but tab and line feed are left out: the format has no form
 * for them. Many programs also end lines at Unicode's separators, and would lose what follows.
 */
export const text = (value: string) =>
  value
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/[\n\u2028\u2029]/g, '\\n')

/** Lines that are too long continue on the next, after a space. */
function folded(content: string): string {
  // A UTF-16 unit takes three octets at most.
  if (content.length * 3 <= longestLine) return content
  const parts: string[] = []
  let [start, octets] = [0, 0]
  for (let at = 0; at < content.length; ) {
    const code = content.codePointAt(at) ?? 0
    const size = octetsOf(code)
    if (octets + size > longestLine) {
      parts.push(content.slice(start, at))
      start = at
      octets = 1
    }
    octets += size
    at += code > 0xffff ? 2 : 1
  }
  parts.push(content.slice(start))
  return parts.join('\r\n ')
}

const octetsOf = (code: number) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4)
