const encoded = /^(?:[^a-z\d]{1,2}(?:gzip|gz|br|zstd|deflate|df))+$/i

/**
 * True if a header such as If-Match or If-None-Match names a tag (RFC 9110 §8.8.3), given without its quotes.
 * Compressing proxies may make a tag weak or append the encoding to it, and some programs omit the quotes.
 */
export function namesTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true
  const named = header.matchAll(/"([^"]*)"|(?:^|,)\s*([^\s,"]+)\s*(?=,|$)/g)
  return named.some(([, quoted, bare]) => {
    const one = quoted ?? bare ?? ''
    return one === tag || (one.startsWith(tag) && encoded.test(one.slice(tag.length)))
  })
}
