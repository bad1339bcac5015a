/**
 * 128 random bits. Not a UUID, so the server chooses the id of what is created. (And `crypto.randomUUID` does
 * not exist on pages served over plain http.)
 */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
