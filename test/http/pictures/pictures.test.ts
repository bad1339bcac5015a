import { test } from 'vitest'

import { comparePictures } from './picture.ts'

test('what is shown of any operations is what the server makes of them', () => comparePictures(12))
