import { decodeJson, parseJson } from '../../common/json.ts'
import type { ServePost } from './posts.ts'

/** All that a client may say about itself. It comes back with every request, as its id. */
const bodyLimit = 2 * 1024

/** RFC 7591. Nothing is stored, so there is nothing to fill. */
export function serveRegistration(servePost: ServePost, register: (metadata: unknown) => object): void {
  servePost({
    url: '/oauth/register',
    type: 'application/json',
    bodyLimit,
    unreadable: 'invalid_client_metadata',
    read: (bytes) => parseJson(decodeJson(bytes), { values: bodyLimit, deep: bodyLimit }),
    handle: async (metadata) => ({ status: 201, content: register(metadata) }),
  })
}
