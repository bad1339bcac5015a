import type { Visitor } from '../common/caller.ts'
import type { Config } from '../config/config.ts'
import { createDocuments, type DocumentParts, untrusted } from './documents.ts'
import { displayName } from './name.ts'
import { createRegistrations, isRegistered } from './registration.ts'

/** Who wants to know about a client. */
export type Asker = { ownerId: string } & Pick<Visitor, 'isHere'>

/** A program that asks for access to an account. */
export interface Client {
  id: string
  /** What it calls itself. */
  name: string
  /** The host that vouches for it; null if none does. */
  host: string | null
  redirectUris: readonly string[]
}

interface Parts extends DocumentParts {
  config: Pick<Config, 'jwtSecret' | 'jwtSecretPrevious'>
}

export type OAuthClients = ReturnType<typeof createOAuthClients>

export function createOAuthClients(parts: Parts) {
  const registrations = createRegistrations(parts.config)
  const documents = createDocuments(parts)
  return {
    register: registrations.register,
    /** False if there is no such client. True for the URL of any document: nobody here may have it fetched. */
    mayBe: (clientId: string): boolean =>
      isRegistered(clientId) ? registrations.read(clientId) !== undefined : URL.canParse(clientId),
    /**
     * The client with this id. For somebody who is signed in, because it may mean a request to another server.
     * Throws if there is none that can be trusted.
     */
    async find(clientId: string, asker: Asker): Promise<Client> {
      if (!isRegistered(clientId)) return await documents.find(clientId, asker)
      const registration = registrations.read(clientId)
      if (!registration) throw untrusted('it is not registered here. Have it connect again.')
      const { name, redirectUris } = registration
      return { id: clientId, name: displayName(name, null), host: null, redirectUris }
    },
  }
}
