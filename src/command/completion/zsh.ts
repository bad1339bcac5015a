import type { Described } from '../completion.ts'
import { firstWords, groups, kindOf } from './bash.ts'

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const entry = (name: string, about: string) => quoted(`${name.replaceAll(':', '\\:')}:${about}`)

export const zsh = (commands: Described[]) => `#compdef inboard
# inboard for zsh
_inboard_names() {
  local -a names
  names=("\${(@f)$(inboard completion --names $1 2>/dev/null)}")
  (( \${#names} )) && compadd -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' -a names
}

_inboard() {
  local -a commands options
  if (( CURRENT == 2 )); then
    commands=(
${firstWords(commands)
  .map((name) => `      ${entry(name, commands.find((one) => one.name === name)?.summary ?? 'Accounts')}`)
  .join('\n')}
    )
    _describe command commands
    return
  fi
  case $words[CURRENT-1] in
    --project) _inboard_names projects; return ;;
    --to) _inboard_names columns; return ;;
  esac
  case $words[2] in
${commands
  .filter(({ name }) => !name.includes(' '))
  .map(({ name, options, takes }) => {
    const all = options.length > 0 ? options : [{ name: 'help', help: 'what it does, and how' }]
    const kind = kindOf(takes)
    const others =
      kind === '@projects'
        ? ' (( CURRENT == 3 )) && _inboard_names projects'
        : kind && ` (( CURRENT == 3 )) && compadd ${kind}`
    return `    ${name}) options=(${all.map((one) => entry(`--${one.name}`, one.help)).join(' ')});${others || ' :'} ;;`
  })
  .join('\n')}
${groups(commands)
  .map(
    ([group, members]) =>
      `    ${group}) options=('--help:what it does, and how'); (( CURRENT == 3 )) && compadd ${members.join(' ')} ;;`,
  )
  .join('\n')}
  esac
  [[ $PREFIX == -* ]] && _describe option options
}

# Sourced, it says for what it is; in a folder of $fpath, zsh has found that already.
if [[ $funcstack[1] == _inboard ]]; then
  _inboard "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _inboard inboard
fi
`
