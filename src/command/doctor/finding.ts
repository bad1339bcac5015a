/** The result of one check. */
export interface Finding {
  about: string
  /** A problem breaks something now; a warning may cause trouble later. */
  is: 'good' | 'warning' | 'problem'
  says: string
  /** How to fix it. */
  todo?: string
}

const finding =
  (is: Finding['is']) =>
  (about: string, says: string, todo?: string): Finding => ({ about, is, says, ...(todo && { todo }) })

export const good = finding('good')
export const warning = finding('warning')
export const problem = finding('problem')
