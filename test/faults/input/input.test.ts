import { tryOut } from '../try-out.ts'
import { input } from './input.ts'

tryOut(input, 'glance', 'sqlite')
