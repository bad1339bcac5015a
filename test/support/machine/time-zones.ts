/** The time zone in which it is about noon: no test that runs there meets midnight. */
export function noonZone(): string {
  const offset = 12 - new Date().getUTCHours()
  if (offset === 0) return 'UTC'
  // East has a minus there.
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}

/** It is never the same day in both. */
export const farApart = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const
