/** On SQLite: gives the room of what was deleted back to the disk. */
export async function shrink(file: string): Promise<void> {
  const files = await import('./sqlite/files.ts')
  files.shrink(file)
}
