// Before `npm start`, `npm test` and the rest: whatever a fresh clone has not got yet.
import './install.js'

await import('./build.js')
