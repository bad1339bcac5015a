import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { git, root } from './git.ts'

/** A checkout of HEAD beside the one that is being worked on. */
export class Worktree {
  readonly folder = mkdtempSync(join(tmpdir(), 'inboard-sabotage-'))

  constructor() {
    git('worktree', 'add', '--quiet', '--detach', this.folder, 'HEAD')
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'))
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.folder, path), text)
  }

  /** Reverts all changes to files of the checkout. */
  restore(): void {
    git('-C', this.folder, 'checkout', '--quiet', '--force', 'HEAD', '--', '.')
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
    git('worktree', 'remove', '--force', this.folder)
  }
}
