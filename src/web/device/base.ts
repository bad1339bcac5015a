// One host may have several Inboards, each below a path of its own. The build does not know the path, so it works under any.

/** The path of this Inboard, with a slash at both ends: `/`, or `/inboard/`. Its scripts are in `assets/` below it. */
export const base = /^(.*\/)assets\/[^/]+$/.exec(new URL(import.meta.url).pathname)?.[1] ?? '/'

/** A path of the app as the browser knows it: `/bin` → `/inboard/bin`. */
export const below = (path: string) => base + path.slice(1)

/** The reverse: `/inboard/bin` → `/bin`. */
export const within = (pathname: string) =>
  `${pathname}/`.startsWith(base) ? `/${pathname.slice(base.length)}` : pathname

/** `APP_URL`, for people to copy: without a slash at the end. */
export const appUrl = () => location.origin + base.slice(0, -1)

/**
 * The prefix of all names in storage. Storage belongs to the host, and no such name is the beginning of another
 * Inboard's.
 */
export const ours = `inboard${base === '/' ? '' : base}.`
