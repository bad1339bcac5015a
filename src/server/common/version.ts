import { readShipped } from './shipped.ts'

export const { version }: { version: string } = JSON.parse(String(readShipped('package.json')))
