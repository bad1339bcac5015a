import { tryOut } from '../try-out.ts'
import { neighbours } from './neighbours.ts'

tryOut(neighbours, 'glance', 'postgres')
