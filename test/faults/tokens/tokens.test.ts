import { tryOut } from '../try-out.ts'
import { tokens } from './tokens.ts'

tryOut(tokens, 'glance', 'sqlite')
