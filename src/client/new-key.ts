/**
 * 128 random bits. Unlike a UUID it leaves it to the server how a new thing is called. (And `crypto.randomUUID` is missing on pages that
 * came over plain http.)
 */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
