/** With no schema in reach, as the paths are, so that it can be carried into a browser. */

/** Operations in one batch. */
export const maxOperations = 100

/** In code points. */
export const longestText = 2000
export const longestTitle = 200
