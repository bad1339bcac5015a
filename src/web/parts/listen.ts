/** Listens to events of the window, which those of the document reach too. Returns a function that stops it. */
export function listen(
  events: readonly string[],
  act: (event: Event) => unknown,
  options: AddEventListenerOptions = {},
): () => void {
  const listening = new AbortController()
  for (const event of events) addEventListener(event, act, { ...options, signal: listening.signal })
  return () => listening.abort()
}
