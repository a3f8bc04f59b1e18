import { copyFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The accounts that `npm start` has seeded: without this file it would seed others. Their keys stand in it. */
const SEEDED = 'demo-accounts.json'

/** Copies what an embedded installation keeps beside its databases, where it is there; never `secrets.json`. */
export async function copyKeptFiles(from: string, to: string): Promise<void> {
  const isThere = await stat(join(from, SEEDED)).catch(() => null)
  if (isThere !== null) await copyFile(join(from, SEEDED), join(to, SEEDED))
}
