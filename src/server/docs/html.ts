/** HTML that can be inserted unescaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | undefined | Part[]

/** Escapes interpolated values, unless they are HTML created by this tag. */
export const html = (text: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(String.raw({ raw: text }, ...parts.map(escaped)))

function escaped(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(escaped).join('')
  return String(part ?? '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
