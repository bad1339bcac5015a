import { configureGlobal } from 'fast-check'

// All property tests of a run use one seed, so that the line printed below a failure repeats it.
configureGlobal({ seed: Number(process.env.TEST_SEED) })
