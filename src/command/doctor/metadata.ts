import type { Settings } from '../../server/config/config.ts'
import { oauthUrls } from '../../server/http/oauth/urls.ts'
import { ask } from './ask.ts'
import { type Finding, good, warning } from './finding.ts'

const about = 'agents'

/**
 * If Inboard is below a path, agents that connect themselves look for two documents at the root of the host, which the
 * proxy has to pass on.
 */
export async function examineMetadata({ appUrl, basePath, oauth }: Settings): Promise<Finding[]> {
  if (!basePath || !oauth) return []
  const urls = oauthUrls(appUrl)
  const documents = [
    [urls.serverMetadata, 'issuer', urls.issuer],
    [urls.resourceMetadata, 'resource', urls.resource],
  ] as const
  const missing: string[] = []
  for (const [url, member, value] of documents) {
    const body = await ask(url).then(
      (reply) => reply.body as Record<string, unknown> | null | undefined,
      () => undefined,
    )
    if (body?.[member] !== value) missing.push(new URL(url).pathname)
  }
  if (missing.length === 0) return [good(about, 'can connect themselves')]
  return [
    warning(
      about,
      `cannot connect themselves: the proxy does not pass on ${missing.join(' and ')}`,
      'Let it pass these on to the server as they are, or set OAUTH=off.',
    ),
  ]
}
