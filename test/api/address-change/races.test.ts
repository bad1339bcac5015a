import { describe } from 'vitest'
import { raceForAddresses } from './races.ts'

describe('opening the link of a change', () => raceForAddresses(1))
