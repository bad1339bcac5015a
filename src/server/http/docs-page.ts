export const docsPage = (_document: Record<string, unknown>) => ''
