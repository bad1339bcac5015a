/** A server-sent event (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream). */
export interface ServerEvent {
  id?: string
  data: string
}

/** The events of a stream. One without data only reports how far the stream has got. */
export async function* readEvents(body: ReadableStream, onArrival: () => void): AsyncGenerator<ServerEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let isAfterCr = false
  let isAfterLf = false
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onArrival()
    const text = decoder.decode(value, { stream: true })
    // A line may end in \r, \n or both, and the stream may be cut between the two.
    const lines = (isAfterCr ? text.replace(/^\n/, '') : text).replaceAll(/\r\n?/g, '\n')
    if (text) isAfterCr = text.endsWith('\r')
    rest += lines
    // A long event comes in many parts. `rest` is searched only when an event has ended, so the time is linear.
    const hasEnd = lines.includes('\n\n') || (isAfterLf && lines.startsWith('\n'))
    if (lines) isAfterLf = lines.endsWith('\n')
    if (!hasEnd) continue
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) yield readEvent(block)
  }
}

function readEvent(block: string): ServerEvent {
  const fields = block.split('\n').map((line) => /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [])
  const valuesOf = (wanted: string) =>
    fields.flatMap(([, name, value = '']) => (name === wanted ? [value] : []))
  const id = valuesOf('id').at(-1)
  return { ...(id !== undefined && { id }), data: valuesOf('data').join('\n') }
}
