/** A server-sent event (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream). */
export interface ServerEvent {
  id?: string
  data: string
}

/** The events of a stream. One without data says how far the stream has got, and nothing else. */
export async function* readEvents(body: ReadableStream, onArrival: () => void): AsyncGenerator<ServerEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onArrival()
    const blocks = (rest + decoder.decode(value, { stream: true }))
      .replaceAll(/\r\n?(?!$)/g, '\n')
      .split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) yield readEvent(block)
  }
}

function readEvent(block: string): ServerEvent {
  const fields = block.split('\n').map((line) => /^(\w*):? ?(.*)$/s.exec(line) ?? [])
  const id = fields.findLast(([, name]) => name === 'id')?.[2]
  const data = fields.filter(([, name]) => name === 'data').map(([, , value]) => value)
  return { ...(id !== undefined && { id }), data: data.join('\n') }
}
