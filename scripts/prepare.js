// Before `npm start`, `npm test` and others: prepares whatever a fresh clone lacks.
import './install.js'

await import('./build.js')
