import { test } from 'vitest'

import { comparePictures } from './picture.ts'

test("the app's prediction of any operations equals the server's result", () => comparePictures(12))
