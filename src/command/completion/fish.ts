import { firstWords, groups, kindOf } from './bash.ts'
import type { Described } from './completion.ts'

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

export const fish = (commands: Described[]) => {
  const lines = ['# inboard for fish', 'complete -c inboard -f']
  for (const name of firstWords(commands)) {
    const about = commands.find((one) => one.name === name)?.summary ?? 'Manages accounts'
    lines.push(`complete -c inboard -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`)
  }
  for (const { name, options, takes } of commands.filter((one) => !one.name.includes(' '))) {
    const seen = `-n '__fish_seen_subcommand_from ${name}'`
    for (const option of options) {
      const names = { PROJECT: 'projects', COLUMN: 'columns' }[option.takes ?? '']
      const value = names
        ? ` -x -a '(inboard completion --names ${names} 2>/dev/null)'`
        : option.takes
          ? ' -r'
          : ''
      lines.push(`complete -c inboard ${seen} -l ${option.name}${value} -d ${quoted(option.help)}`)
    }
    const kind = kindOf(takes)
    if (kind === '@projects')
      lines.push(`complete -c inboard ${seen} -a '(inboard completion --names projects 2>/dev/null)'`)
    else if (kind) lines.push(`complete -c inboard ${seen} -a ${quoted(kind)}`)
  }
  for (const [group, members] of groups(commands))
    lines.push(
      `complete -c inboard -n '__fish_seen_subcommand_from ${group}; and not __fish_seen_subcommand_from ${members.join(' ')}' -a ${quoted(members.join(' '))}`,
    )
  return `${lines.join('\n')}\n`
}
