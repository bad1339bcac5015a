import { tryOut } from '../try-out.ts'
import { converge } from './converge.ts'

tryOut(converge, 'glance', 'sqlite')
