import { join } from 'node:path'
import { readPrivate, writePrivate } from '../private-file.ts'

/** The accounts that `npm start` has seeded: without this file it would seed others. Their keys stand in it. */
const SEEDED = 'demo-accounts.json'

/** Copies what an embedded installation keeps beside its databases, where it is there; never `secrets.json`. */
export async function copyKeptFiles(from: string, to: string): Promise<void> {
  const seeded = await readPrivate<unknown>(join(from, SEEDED))
  if (seeded !== undefined) await writePrivate(join(to, SEEDED), seeded)
}
