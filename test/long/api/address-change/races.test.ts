import { describe } from 'vitest'
import { raceForAddresses } from '../../../api/address-change/races.ts'

describe('opening the link of a change', () => raceForAddresses(5))
