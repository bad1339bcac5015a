import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../support/processes/process.ts'
import { inboard } from '../support/service/shared.ts'

const linesIn = (document: string) =>
  [...readFileSync(join(root, document), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)]
    .map(([, lines]) => lines)
    .join('')

/** Only what depends on the reader is replaced, or is missing on this machine. A refusal ends the script. */
const prelude = `set -eu
command -v jq >/dev/null || jq() { "${process.execPath}" -p "JSON.parse(fs.readFileSync(0))$2"; }
if command -v curl >/dev/null
then curl() { command curl --fail-with-body "$@"; }
else curl() { "${process.execPath}" "${join(root, 'test/support/network/curl.ts')}" "$@"; }
fi
`

test('the lines of docs/api.md do what it says, and can be pasted twice', async () => {
  const { client } = await inboard.signIn()
  const { token } = await client.makeApiToken({ label: 'Reader', scope: 'write' })
  const lines = linesIn('docs/api.md').replace('inb_…', token).replace('http://localhost:3000', inboard.url)
  for (const milks of [1, 2]) {
    const { stdout } = await promisify(execFile)('sh', ['-c', prelude + lines])
    const answers = stdout.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))
    const { cards } = await client.listInboxCards()
    const [{ project: garden } = {}] = (await client.listProjects()).projects.map((project) => ({ project }))
    const project_id = garden?.id ?? ''
    expect(garden?.title).toBe('Kitchen garden')
    const [plants] = (await client.listProjectCards({ project_id })).cards
    const { statuses } = await client.listStatuses({ project_id })
    expect(plants).toMatchObject({ text: 'Water all plants', complete: true, status_id: statuses[1]?.id })
    expect(cards.map(({ text }) => text)).toEqual(Array(milks).fill('Buy milk'))
    const [added, created, moved, edited, found, restored, batch, changes] = answers
    expect([added.card.id, created.project.id]).toEqual([plants?.id, project_id])
    expect([moved.cards, edited.card.complete, found.cards]).toMatchObject([
      [{ id: plants?.id }],
      true,
      [{ id: plants?.id }],
    ])
    expect(restored.card).toEqual(plants)
    expect(batch.results.map(({ status }: { status: number }) => status)).toEqual([201, 200])
    expect(changes).toMatchObject({ cards: [{ text: 'Buy milk' }], more: false })
  }
})
