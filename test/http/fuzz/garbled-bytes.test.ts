import { test } from 'vitest'
import { garble } from './garbling.ts'

test('no bytes on a connection, however garbled, are answered with a failure of ours', () => garble(100))
