import { configureGlobal } from 'fast-check'

// Every property of a run draws from one seed, so that the line printed below a failure repeats it.
configureGlobal({ seed: Number(process.env.TEST_SEED) })
