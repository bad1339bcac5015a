import { tryOut } from '../try-out.ts'
import { kill } from './kill.ts'

tryOut(kill, 'glance', 'sqlite')
