import { afterEach, test } from 'vitest'
import { fillInHundreds } from '../../../http/mcp/thousand-cards.ts'
import { closeAgents } from '../../../support/agents/somebody.ts'

afterEach(closeAgents)

test('a hundred items in one call, and a thousand cards in pages', () => fillInHundreds(10))
