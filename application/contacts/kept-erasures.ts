import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readPrivate, writePrivate } from '@recado/infra/private-file'
import type { Ids } from '../ids.ts'

/** An erasure, as ERASURES_DIR keeps it: outside of whatever a backup restores. Its ids say what was erased. */
export type KeptErasure = (KeptContact | KeptUser | KeptAccount) & {
  readonly requested_at: string
}
type KeptContact = Ids<'account_id' | 'contact_id'>
/** A user of the dashboard. */
type KeptUser = Ids<'account_id' | 'user_id'>
/** A whole account. */
type KeptAccount = Ids<'account_id'>

/** Keeps an erasure; again for one that is kept already. @throws as the file system does */
export async function keepErasure(folder: string, erasure: KeptErasure): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writePrivate(join(folder, `${erasedId(erasure)}.json`), erasure)
}

/** All erasures of the folder; none when there is no folder. @throws naming a file that is damaged */
export async function* keptErasures(folder: string): AsyncGenerator<KeptErasure> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names.filter((one) => one.endsWith('.json')).sort()) {
    const kept = await readPrivate<KeptErasure>(join(folder, name))
    if (kept !== undefined) yield kept
  }
}

function erasedId(erasure: KeptErasure): string {
  if ('contact_id' in erasure) return erasure.contact_id
  return 'user_id' in erasure ? erasure.user_id : erasure.account_id
}
