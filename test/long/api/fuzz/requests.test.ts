import { test } from 'vitest'
import { fuzz } from '../../../api/fuzz/fuzzing.ts'

test('no request of thousands, right, wrong or odd, gets an answer that is not in the contract', () =>
  fuzz(2000, [200, 201, 202, 204, 400, 401, 404, 409, 412, 415, 422]))
