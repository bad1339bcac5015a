import type { FastifyInstance } from 'fastify'
import { answerPreflights, openToAnyOrigin } from './cors.ts'
import { oauthUrls } from './urls.ts'

const methods = ['GET', 'HEAD'] as const

/** The documents by which a client finds out how to connect: RFC 9728 about `/mcp`, RFC 8414 about the rest. */
export function serveMetadata(app: FastifyInstance, appUrl: string): void {
  const urls = oauthUrls(appUrl)
  const ofResource = {
    resource: urls.resource,
    authorization_servers: [urls.issuer],
    bearer_methods_supported: ['header'],
    scopes_supported: ['capture', 'read', 'write'],
    resource_name: 'Inboard',
  }
  const ofServer = {
    issuer: urls.issuer,
    authorization_endpoint: urls.authorize,
    token_endpoint: urls.token,
    revocation_endpoint: urls.revoke,
    registration_endpoint: urls.register,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    // Otherwise RFC 8414 would mean a secret.
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: ['capture', 'read', 'write'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  }
  const paths = (...all: string[]) => new Set(all)
  const ofBoth = [
    [paths('/.well-known/oauth-protected-resource', new URL(urls.resourceMetadata).pathname), ofResource],
    [paths('/.well-known/oauth-authorization-server', new URL(urls.serverMetadata).pathname), ofServer],
  ] as const
  for (const [places, document] of ofBoth) {
    const text = JSON.stringify(document)
    for (const url of places) {
      answerPreflights(app, url, methods)
      app.route({
        method: [...methods],
        url,
        exposeHeadRoute: false,
        onRequest: openToAnyOrigin,
        handler: (_request, reply) =>
          reply
            .type('application/json; charset=utf-8')
            // Short, because it may change with the next version.
            .header('cache-control', 'public, max-age=300')
            .send(text),
      })
    }
  }
}
