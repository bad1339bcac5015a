import { spawnSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { makeClone } from '../../support/processes/clone.ts'
import { newFolder, root } from '../../support/processes/process.ts'

/** With npm's own messages where it goes wrong, and nothing from the network. */
function npm(folder: string, ...words: string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', [...words, '--no-audit', '--no-fund', '--offline'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) },
  })
  if (status !== 0) throw new Error(`npm ${words.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

export interface Packed {
  filename: string
  size: number
  files: { path: string }[]
}

/** A folder in which the package can be installed, and a clone that it is made of. */
export class Installation {
  readonly folder = newFolder()
  readonly clone = makeClone()

  constructor() {
    writeFileSync(join(this.folder, 'package.json'), '{}')
    // Built once for all tests. `npm pack` builds it again only if its sources are others.
    cpSync(join(root, 'dist'), join(this.clone.folder, 'dist'), { recursive: true })
  }

  /** Packs the clone, and installs what comes out. */
  install(): Packed {
    const { folder, clone } = this
    const [packed]: Packed[] = JSON.parse(npm(clone.folder, 'pack', '--json', '--pack-destination', folder))
    if (!packed) throw new Error('npm has packed nothing')
    // What it depends on has been installed here already.
    npm(folder, 'install', join(folder, packed.filename), join(root, 'node_modules/typebox'))
    return packed
  }

  /** As `npx inboard` in that folder. */
  get program(): string[] {
    return [process.execPath, join(this.folder, 'node_modules/.bin/inboard')]
  }
}
