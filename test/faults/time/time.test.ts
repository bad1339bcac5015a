import { tryOut } from '../try-out.ts'
import { time } from './time.ts'

tryOut(time, 'glance', 'sqlite')
