import type { Examined } from '../../server/config/configure.ts'
import { type Finding, good, problem, warning } from './finding.ts'

/** Each complaint and each warning is a sentence that begins with the name of its variable. */
export function examineConfiguration({ complaints, warnings }: Examined): Finding[] {
  const found = [
    ...complaints.map((complaint) => problem('configuration', complaint)),
    ...warnings.map((sentence) => warning('configuration', sentence)),
  ]
  return found.length > 0 ? found : [good('configuration', 'all variables are valid')]
}
