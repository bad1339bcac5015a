/** Filled in by the build. */
declare const __VERSION__: string

export const pageVersion = __VERSION__
