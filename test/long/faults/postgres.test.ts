import { converge } from '../../faults/converge/converge.ts'
import { crowd } from '../../faults/crowd/crowd.ts'
import { failover } from '../../faults/failover/failover.ts'
import { kill } from '../../faults/kill/kill.ts'
import { neighbours } from '../../faults/neighbours/neighbours.ts'
import { shards } from '../../faults/shards/shards.ts'
import { tryOut } from '../../faults/try-out.ts'

// Only the scenarios in which PostgreSQL plays a part of its own. What the others would find on it, test/api and
// test/process find too.
for (const scenario of [kill, converge, neighbours, crowd, failover, shards])
  tryOut(scenario, 'quick', 'postgres')
