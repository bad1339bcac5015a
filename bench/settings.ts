/** What a server of the benchmark runs with, and its data is made for. */
export const jwtSecret = 'nothing of this run is worth keeping'

export const site = { origin: 'http://localhost', rpId: 'localhost' }
