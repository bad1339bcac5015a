export const binSearchId = 'search-bin'

export const searchBin = () => document.getElementById(binSearchId)?.focus()
