import { firstWords, groups, kindOf } from './bash.ts'
import type { Described } from './completion.ts'

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
  .map(
    (name) =>
      `      ${entry(name, commands.find((one) => one.name === name)?.summary ?? 'Manages accounts')}`,
  )
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
    const all = options.length > 0 ? options : [{ name: 'help', help: 'show help' }]
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
      `    ${group}) options=('--help:show help'); (( CURRENT == 3 )) && compadd ${members.join(' ')} ;;`,
  )
  .join('\n')}
  esac
  [[ $PREFIX == -* ]] && _describe option options
}

# If this file is sourced, it registers itself. In a folder of $fpath, zsh has already done that.
if [[ $funcstack[1] == _inboard ]]; then
  _inboard "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _inboard inboard
fi
`
