/** Has its own direction, so that it does not determine that of the text. */
export const selectedMark = (
  <span class="sr" dir="ltr">
    Selected:{' '}
  </span>
)
