/** The text that a browser would display: without tags, and with character references decoded. */
export const textOf = (page: string) =>
  page
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    .replaceAll('&amp;', '&')
