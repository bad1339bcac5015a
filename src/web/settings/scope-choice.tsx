import { useId } from 'preact/hooks'
import type { Scope } from '../../contract/access.ts'
import '../styles/scopes.css'

const words: Record<Scope, { name: string; about: string }> = {
  capture: { name: 'Add to the inbox', about: 'Can add cards, but not read any.' },
  read: { name: 'Read', about: 'Can see all projects, cards and the bin, but not change them.' },
  write: {
    name: 'Read and write',
    about: 'Can do anything you can with projects, cards and the bin.',
  },
}

/** The scopes that allow no more than another one. */
export const within: Record<Scope, readonly Scope[]> = {
  capture: ['capture'],
  read: ['read'],
  write: ['capture', 'read', 'write'],
}

interface ScopeChoiceProps {
  legend: string
  scopes: readonly Scope[]
  scope: Scope
  onChoose: (scope: Scope) => void
}

/** A single choice is only shown. */
export function ScopeChoice({ legend, scopes, scope, onChoose }: ScopeChoiceProps) {
  const id = useId()
  return (
    <fieldset class="scopes">
      <legend>{legend}</legend>
      {scopes.map((one) => {
        const about = (
          <span>
            <span id={`${id}-${one}`}>{words[one].name}</span>
            <span class="quiet small" id={`${id}-${one}-about`}>
              {words[one].about}
            </span>
          </span>
        )
        return scopes.length === 1 ? (
          <p key={one}>{about}</p>
        ) : (
          <label key={one}>
            <input
              type="radio"
              name="scope"
              checked={scope === one}
              aria-labelledby={`${id}-${one}`}
              aria-describedby={`${id}-${one}-about`}
              onChange={() => onChoose(one)}
            />
            {about}
          </label>
        )
      })}
    </fieldset>
  )
}
