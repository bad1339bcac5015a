import { scenarios } from '../../faults/all.ts'
import { tryOut } from '../../faults/try-out.ts'

for (const scenario of scenarios) if (scenario.engines.includes('sqlite')) tryOut(scenario, 'quick', 'sqlite')
