import { test } from 'vitest'

import { comparePictures } from '../../http/pictures/picture.ts'

test("the app's prediction of any operations equals the server's result", () => comparePictures(50))
