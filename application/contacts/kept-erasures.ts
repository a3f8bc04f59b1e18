import { readdir, rm } from 'node:fs/promises'
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

/**
 * Keeps an erasure; again for one that is kept already. The folder must be there: one that is made anew, because nobody
 * mounted it, would keep nothing.
 * @throws as the file system does
 */
export async function keepErasure(folder: string, erasure: KeptErasure): Promise<void> {
  await writePrivate(join(folder, `${erasedId(erasure)}.json`), erasure)
}

/** Takes back an erasure that was refused. @param id of what was to be erased @throws as the file system does */
export async function dropErasure(folder: string, id: string): Promise<void> {
  await rm(join(folder, `${id}.json`), { force: true })
}

/** All erasures of the folder. @throws when there is no folder, or naming a file that is damaged */
export async function* keptErasures(folder: string): AsyncGenerator<KeptErasure> {
  const names = await readdir(folder)
  for (const name of names.filter((one) => one.endsWith('.json')).sort()) {
    const kept = await readPrivate<KeptErasure>(join(folder, name))
    if (kept !== undefined) yield kept
  }
}

/** The id of who or what was erased, by which its erasure is named. */
export function erasedId(erasure: KeptErasure): string {
  if ('contact_id' in erasure) return erasure.contact_id
  return 'user_id' in erasure ? erasure.user_id : erasure.account_id
}
