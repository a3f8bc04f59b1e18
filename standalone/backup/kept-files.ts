import { join } from 'node:path'
import { readPrivate, writePrivate } from '@recado/infra/private-file'

/** The accounts that `npm start` has seeded, with their keys. Without this file it would seed new ones. */
const SEEDED = 'demo-accounts.json'

/** Copies the files that an embedded installation keeps beside its databases, except `secrets.json`. */
export async function copyKeptFiles(from: string, to: string): Promise<void> {
  const seeded = await readPrivate<unknown>(join(from, SEEDED))
  if (seeded !== undefined) await writePrivate(join(to, SEEDED), seeded)
}
