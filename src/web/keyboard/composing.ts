/**
 * Whether a key belongs to a word that is still being put together, as in Japanese. Safari says so of the Enter that confirms it by its
 * code alone.
 */
export const isComposing = ({ isComposing: isSaid, keyCode }: KeyboardEvent) => isSaid || keyCode === 229
