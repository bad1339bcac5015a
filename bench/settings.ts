/** What every server of the benchmark is configured with, and the data is made for. */
export const jwtSecret = 'nothing of this run is worth keeping'

export const site = { origin: 'http://localhost', rpId: 'localhost' }
