export const accept = { accept: 'application/json, text/event-stream' }
export const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
export const calling = (name: string, given: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
})

/** Sends a message as an agent does, though not always a proper one. */
export const sendTo = (
  url: string,
  bearer: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
) =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...accept,
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
