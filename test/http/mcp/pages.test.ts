import { afterEach, test } from 'vitest'
import { closeAgents } from '../../support/agents/somebody.ts'

import { fillInHundreds } from './thousand-cards.ts'

afterEach(closeAgents)

test('a hundred items in one call, and more cards in pages', () => fillInHundreds(2))
