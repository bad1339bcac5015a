/** SQLite only: returns the space of deleted rows to the disk. */
export async function shrink(file: string): Promise<void> {
  const files = await import('../db/sqlite/files.ts')
  files.shrink(file)
}
