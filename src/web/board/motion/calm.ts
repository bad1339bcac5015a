/** For people who get dizzy or distracted, nothing moves. */
export const prefersCalm = matchMedia('(prefers-reduced-motion: reduce)')
