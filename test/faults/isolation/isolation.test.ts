import { tryOut } from '../try-out.ts'
import { isolation } from './isolation.ts'

tryOut(isolation, 'glance', 'sqlite')
