/** Imports no schemas, so that it can be bundled for browsers. */

/** Operations in a batch. */
export const maxOperations = 100

/**
 * The size of a file to import, in bytes: a full account, with every other character of its texts escaped.
 */
export const longestFile = 32 * 1024 * 1024

/** In code points. */
export const longestText = 2000
export const longestTitle = 200
