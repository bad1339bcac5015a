/** The configuration of every server of the benchmark, for which the data is made. */
export const jwtSecret = 'nothing of this run is worth keeping'

export const site = { origin: 'http://localhost', rpId: 'localhost' }
