/** Whether one version comes after another (semver.org). Pre-releases of the same version are not told apart. */
export function isNewer(version: string, than: string): boolean {
  const [parts, others] = [partsOf(version), partsOf(than)]
  const index = parts.findIndex((part, at) => part !== others[at])
  return (parts[index] ?? 0) > (others[index] ?? Number.POSITIVE_INFINITY)
}

/** Major, minor, patch, and 0 for a pre-release, which comes before its release. Nothing, if it is no version. */
function partsOf(version: string): number[] {
  const [, major, minor, patch, preRelease] = /^(\d+)\.(\d+)\.(\d+)(-)?/.exec(version) ?? []
  return major ? [major, minor, patch, preRelease ? 0 : 1].map(Number) : []
}
