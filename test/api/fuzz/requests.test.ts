import { test } from 'vitest'
import { fuzz } from './fuzzing.ts'

test('no request of hundreds, right, wrong or odd, gets an answer that is not in the contract', () =>
  fuzz(200, [200, 201, 204, 400, 401, 404, 422]))
