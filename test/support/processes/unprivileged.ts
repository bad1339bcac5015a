const rights = '-dac_override,-dac_read_search'

/** The start of a command that has no more rights to files than their modes give it. Root has more. */
export const unprivileged =
  process.getuid?.() === 0 ? ['setpriv', `--bounding-set=${rights}`, `--inh-caps=${rights}`] : []
