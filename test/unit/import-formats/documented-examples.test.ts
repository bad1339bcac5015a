import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../support/processes/process.ts'
import { importing } from './importing.ts'

test('the examples in the documentation are what they are said to be', () => {
  const text = readFileSync(join(root, 'docs/import-export.md'), 'utf8')
  const example = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(text)?.[1] ?? ''
  const water = { 'To do': ['Water the plants'] }
  expect(importing('application/json', example('json'))).toMatchObject({
    format: 'inboard',
    boards: { Garden: water },
    inbox: ['Buy milk'],
  })
  expect(importing('text/csv', example('csv'))).toMatchObject({
    boards: { Garden: { ...water, Done: ['✓ Dig the beds'] } },
    inbox: ['Buy milk'],
  })
  expect(importing('text/markdown', example('markdown'))).toMatchObject({
    boards: { Garden: { 'To do': ['Water the plants\nTwice a day in summer'], Done: ['✓ Dig the beds'] } },
    inbox: ['Buy milk'],
  })
})
