import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../support/service/inboard.ts'
import { newDesks } from './desk.ts'

const desk = newDesks()

describe('editing', () => {
  const editor = (script: string) => {
    const file = join(desk.shell.home, 'editor')
    writeFileSync(file, `#!/bin/sh\n${script}\n`)
    chmodSync(file, 0o755)
    return { EDITOR: `${file} --wait` }
  }

  test('opens the text in the editor, with its options, and saves the result', async () => {
    const { id } = await desk.add('Milk\ntwo litres')
    const environment = editor('[ "$1" = --wait ] && sed -i s/two/three/ "$2"')
    expect(await desk.shell.run(['edit', 'milk'], { environment })).toMatchObject({ code: 0 })
    expect((await desk.client.readCard({ id })).card.text).toBe('Milk\nthree litres')
    const visual = { ...editor('exit 1'), VISUAL: 'true' }
    expect((await desk.shell.run(['edit', 'milk'], { environment: visual })).complaint).toBe(
      'Nothing was changed.\n',
    )
  })

  test('does not overwrite a concurrent change, and keeps the text', async () => {
    const { id } = await desk.add('Milk')
    const seen = join(desk.shell.home, 'seen')
    const ended = desk.shell.run(['edit', 'milk'], {
      environment: editor(`echo Mine > "$2"; touch ${seen}; while [ -e ${seen} ]; do sleep 0.05; done`),
    })
    await eventually(() => existsSync(seen) || undefined, 'the editor to open')
    await desk.client.editCard({ id, text: 'Theirs' })
    rmSync(seen)
    const { code, complaint } = await ended
    expect(code).toBe(1)
    expect(complaint).toMatch(/^The card was changed in the meantime, so your text was not saved\.\n/)
    const [, file = ''] = /Your text is in (\S+)\./.exec(complaint) ?? []
    expect(readFileSync(file, 'utf8')).toBe('Mine\n')
    expect((await desk.client.readCard({ id })).card.text).toBe('Theirs')
  })

  test('keeps a refused text, and changes nothing if the editor fails or the text is empty', async () => {
    await desk.add('Milk')
    const long = await desk.shell.run(['edit', 'milk'], {
      environment: editor('head -c 3000 /dev/zero | tr "\\0" x > "$2"'),
    })
    expect(long.code).toBe(1)
    const [, file = ''] = /Your text is in (\S+)\./.exec(long.complaint) ?? []
    expect(readFileSync(file, 'utf8')).toHaveLength(3000)
    for (const [script, sentence] of [
      ['exit 3', 'The editor exited with code 3, so nothing was changed.'],
      [': > "$2"', 'The text is empty, so nothing was changed.'],
    ] as const) {
      const { code, complaint } = await desk.shell.run(['edit', 'milk'], { environment: editor(script) })
      expect(code).toBe(1)
      expect(complaint).toContain(sentence)
    }
    const none = await desk.shell.run(['edit', 'milk'], { environment: { EDITOR: 'no-such-editor' } })
    expect(none.complaint).toContain('The editor "no-such-editor" was not found.')
    expect(await desk.inboxTexts()).toEqual(['Milk'])
  })
})
