import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { type Environment, read, useNewFolder } from './environment.ts'

const warningsOf = (environment: Environment) => read(environment).warnings

export function testRandomSecrets(times: number): void {
  beforeEach(useNewFolder)

  test('a random secret, in whatever form, is not warned of', () => {
    for (let time = 0; time < times; time++) {
      const bytes = randomBytes(32)
      for (const encoding of ['hex', 'base64', 'base64url'] as const)
        expect(warningsOf({ JWT_SECRET: bytes.toString(encoding) })).toEqual([])
      expect(warningsOf({ JWT_SECRET: bytes.subarray(16).toString('hex') })).toEqual([])
    }
    expect(warningsOf({ JWT_SECRET: 'the secret of every instance in this test run' })).toEqual([])
  })
}
