/** Like `fetch`, but reports upload progress from 0 to 1, which `fetch` can't. */
export const uploading =
  (onProgress: (sent: number) => void): typeof fetch =>
  (url, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, String(url))
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1)
      request.onload = () =>
        resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request) }))
      request.onerror = () => reject(new TypeError('the server could not be reached'))
      request.onabort = () => reject(signal?.reason)
      if (signal?.aborted) return reject(signal.reason)
      signal?.addEventListener('abort', () => request.abort())
      request.send(body as XMLHttpRequestBodyInit)
    })

function headersOf(request: XMLHttpRequest): Headers {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/)
  return new Headers(
    lines.map((line): [string, string] => {
      const at = line.indexOf(':')
      return [line.slice(0, at), line.slice(at + 1).trim()]
    }),
  )
}
