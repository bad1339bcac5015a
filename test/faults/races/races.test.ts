import { tryOut } from '../try-out.ts'
import { races } from './races.ts'

tryOut(races, 'glance', 'sqlite')
