import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import type { AuthorizationRequest } from '../../../src/contract/oauth.ts'
import type { Era } from './agent.ts'

export const callback = 'http://127.0.0.1:33418/callback'

/** An agent that knows nothing but a URL: the official client, and what it keeps. */
export class NewAgent implements OAuthClientProvider {
  readonly redirectUrl = callback
  readonly clientMetadata = { client_name: 'Gardener', redirect_uris: [callback] }
  /** Where it has sent its person last. */
  asked: URL | undefined
  information: StoredOAuthClientInformation | undefined
  kept: StoredOAuthTokens | undefined
  #verifier = ''
  #discovery: OAuthDiscoveryState | undefined
  readonly #url: URL
  readonly #era: Era

  /** With the URL of a document about it, it need not register. */
  constructor(url: string, era: Era, documentUrl?: string) {
    this.#url = new URL(url)
    this.#era = era
    // The client takes only https for `clientMetadataUrl`, and this is on loopback.
    if (documentUrl) this.information = { client_id: documentUrl, issuer: this.#url.origin }
  }

  state = () => 'a state'
  clientInformation = () => this.information
  tokens = () => this.kept
  codeVerifier = () => this.#verifier
  discoveryState = () => this.#discovery
  saveClientInformation(information: StoredOAuthClientInformation): void {
    this.information = information
  }
  saveTokens(tokens: StoredOAuthTokens): void {
    this.kept = tokens
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state
  }
  redirectToAuthorization(url: URL): void {
    this.asked = url
  }
  invalidateCredentials(scope: string): void {
    if (scope !== 'verifier') this.kept = undefined
  }

  /** A connection, or what its person has to be asked. */
  async connect(): Promise<Client | AuthorizationRequest> {
    const mode = this.#era === '2025-11-25' ? 'legacy' : { pin: this.#era }
    const client = new Client({ name: 'Gardener', version: '1.0.0' }, { versionNegotiation: { mode } })
    this.asked = undefined
    try {
      await client.connect(this.#transport())
      return client
    } catch (error) {
      return this.requestAfter(error)
    }
  }

  /** What is in the link that it has opened in the browser of its person. */
  requestAfter(error: unknown): AuthorizationRequest {
    if (!(error instanceof UnauthorizedError) || !this.asked) throw error
    return Object.fromEntries(this.asked.searchParams)
  }

  /** The browser has come back to it. */
  async comeBack(redirectTo: string): Promise<void> {
    await this.#transport().finishAuth(new URL(redirectTo).searchParams)
  }

  #transport = () => new StreamableHTTPClientTransport(this.#url, { authProvider: this })
}
