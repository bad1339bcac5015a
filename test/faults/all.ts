import { converge } from './converge/converge.ts'
import { crowd } from './crowd/crowd.ts'
import { disk } from './disk/disk.ts'
import { enumeration } from './enumeration/enumeration.ts'
import { failover } from './failover/failover.ts'
import { hostile } from './hostile/hostile.ts'
import { input } from './input/input.ts'
import { isolation } from './isolation/isolation.ts'
import { kill } from './kill/kill.ts'
import { neighbours } from './neighbours/neighbours.ts'
import { order } from './order/order.ts'
import { power } from './power/power.ts'
import { races } from './races/races.ts'
import type { Scenario } from './scenario.ts'
import { shards } from './shards/shards.ts'
import { time } from './time/time.ts'
import { tokens } from './tokens/tokens.ts'

/** All scenarios, in the order of docs/reliability.md. */
export const scenarios: Scenario[] = [
  kill,
  power,
  races,
  order,
  converge,
  input,
  tokens,
  isolation,
  enumeration,
  disk,
  neighbours,
  failover,
  shards,
  time,
  crowd,
  hostile,
]
