import { expect, test } from 'vitest'
import { hunksOf } from '../../sabotage/hunks.ts'
import { undo } from '../../sabotage/undo.ts'

const diff = `diff --git a/src/a.ts b/src/a.ts
index 1..2 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -2,0 +3,2 @@ export function take(list: string[]) {
+  if (list.length === 0)
+    return undefined
@@ -7 +9 @@
-  return list[0]
+  return list.at(-1)
@@ -9 +10,0 @@
-const unused = 1
`

const then = `export function take(list: string[]) {
  // The last one.
  if (list.length === 0)
    return undefined
  const a = 1
  const b = 2
  const c = 3
  const d = a + b + c
  return list.at(-1)
}
`

const [guard, change, removal] = hunksOf(diff)

test('a diff is read hunk by hunk', () => {
  expect(guard).toEqual({
    path: 'src/a.ts',
    removed: [],
    added: ['  if (list.length === 0)', '    return undefined'],
    at: 2,
  })
  expect(change).toMatchObject({ removed: ['  return list[0]'], added: ['  return list.at(-1)'], at: 8 })
  expect(removal).toMatchObject({ removed: ['const unused = 1'], added: [], at: 10 })
})

const undoneIn = (files: Record<string, string>, hunk = change) =>
  hunk && undo(hunk, then, new Map(Object.entries(files)))

test('what was changed is as it was before', () => {
  const undone = undoneIn({ 'src/a.ts': then })
  expect(undone).toEqual({
    path: 'src/a.ts',
    line: 9,
    text: then.replace('list.at(-1)', 'list[0]'),
  })
})

test('what was added is gone', () => {
  expect(undoneIn({ 'src/a.ts': then }, guard)?.text).toBe(
    then.replace('  if (list.length === 0)\n    return undefined\n', ''),
  )
})

test('it is found where it has gone since, though its neighbourhood has changed', () => {
  const moved = then.replace('const b = 2', 'const b = 3').replaceAll('\n', '\n  ')
  const undone = undoneIn({ 'src/b.ts': '', 'src/rooms/a.ts': moved })
  expect(undone?.path).toBe('src/rooms/a.ts')
  expect(undone?.text).toContain('return list[0]')
})

test('it is left alone where it is gone, or could be in two places', () => {
  expect(undoneIn({ 'src/a.ts': 'return 1\n' })).toBeUndefined()
  expect(undoneIn({ 'src/b.ts': then, 'src/c.ts': then })).toBeUndefined()
  expect(undoneIn({ 'src/a.ts': 'other()\nreturn list.at(-1)\nagain()\n' })).toBeUndefined()
})
