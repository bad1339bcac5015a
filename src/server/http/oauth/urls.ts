/**
 * Where clients find what concerns OAuth. If the app is below a path, the two documents are at the root of its
 * host all the same, and name the path at their end (RFC 8414 §3.1, RFC 9728 §3.1).
 */
export function oauthUrls(appUrl: string) {
  const { origin, pathname } = new URL(appUrl)
  const path = pathname.replace(/\/$/, '')
  return {
    issuer: appUrl,
    resource: `${appUrl}/mcp`,
    resourceMetadata: `${origin}/.well-known/oauth-protected-resource${path}/mcp`,
    serverMetadata: `${origin}/.well-known/oauth-authorization-server${path}`,
    authorize: `${appUrl}/authorize`,
    token: `${appUrl}/oauth/token`,
    revoke: `${appUrl}/oauth/revoke`,
    register: `${appUrl}/oauth/register`,
  }
}
