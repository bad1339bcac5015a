import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../support/processes/process.ts'

// What is in deploy/ is used by people whose machines we do not see. Here it is held against the program, so that it does not
// fall behind. deploy/README.md says what else was tried.

/** A file of deploy/. */
export const read = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8')

export const unit = read('systemd/inboard.service')
export const dockerfile = read('docker/Dockerfile')
export const compose = read('docker/compose.yaml')
export const inCompose = /\n {2}inboard:\n(.*?)\n\n/s.exec(compose)?.[1] ?? ''
