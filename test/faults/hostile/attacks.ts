import type { Attack } from './attack.ts'
import { agents } from './attacks/agents.ts'
import { connections } from './attacks/connections.ts'
import { crowds } from './attacks/crowds.ts'
import { files } from './attacks/files.ts'
import { reads } from './attacks/reads.ts'
import { writes } from './attacks/writes.ts'

export const attacks: Attack[] = [...reads, ...writes, ...files, ...agents, ...connections, ...crowds]

export function attackNamed(name: string): Attack {
  const found = attacks.find((attack) => attack.name === name)
  if (!found) throw new Error(`There is no attack "${name}".`)
  return found
}
