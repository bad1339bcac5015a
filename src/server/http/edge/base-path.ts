import type { IncomingMessage } from 'node:http'

/**
 * For `APP_URL` with a path: takes it off the URL of a request. Some proxies have done so already, which is visible except for a
 * path such as `/projects`: what follows it must lead somewhere then.
 */
export const withoutPath =
  (basePath: string, isServed: (segment: string) => boolean) =>
  ({ url = '' }: Pick<IncomingMessage, 'url'>): string => {
    const rest = url.slice(basePath.length)
    if (!url.startsWith(basePath) || !/^(?:[/?]|$)/.test(rest)) return url
    const inside = rest.startsWith('/') ? rest : `/${rest}`
    return isServed(firstSegment(url)) && !isServed(firstSegment(inside)) ? url : inside
  }

/** `'/projects/1?x'` → `'projects'` */
export const firstSegment = (url: string) => /^\/([^/?]*)/.exec(url)?.[1] ?? ''
