/** Fits the height of a field to its text, in browsers without `field-sizing`. */
export function fitHeight(field: HTMLTextAreaElement | null): void {
  if (!field || CSS.supports('field-sizing: content')) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`
}
