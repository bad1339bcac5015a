/** With no schema in reach, as the paths are, so that it can be carried into a browser. */

/** Operations in one batch. */
export const maxOperations = 100

/** Of a file to import, in bytes: an account that is full, with every other character of its texts escaped. */
export const longestFile = 32 * 1024 * 1024

/** In code points. */
export const longestText = 2000
export const longestTitle = 200
