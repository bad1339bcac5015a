import { tryOut } from '../try-out.ts'
import { order } from './order.ts'

tryOut(order, 'glance', 'sqlite')
