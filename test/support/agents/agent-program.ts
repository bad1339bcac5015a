import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { newFolder } from '../processes/process.ts'
import { type Agent, agentOver, type Era } from './agent.ts'

/** An agent that starts `inboard mcp` and talks to it. */
export function agentBy(
  [command = '', ...first]: string[],
  environment: Record<string, string | undefined>,
  era?: Era,
): Promise<Agent> {
  const given = Object.entries({ XDG_CONFIG_HOME: newFolder(), ...environment })
  const env = Object.fromEntries(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return agentOver(new StdioClientTransport({ command, args: [...first, 'mcp'], env, cwd: newFolder() }), era)
}
