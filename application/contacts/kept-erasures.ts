import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import { isUuid } from '@recado/infra/is-uuid'
import { readPrivate, writePrivate } from '@recado/infra/private-file'
import type { Ids } from '../ids.ts'

/** An erasure, as ERASURES_DIR keeps it: outside of whatever a backup restores. Its ids say what was erased. */
export type KeptErasure = (KeptContact | KeptUser | KeptAccount) & {
  readonly requested_at: string
}
type KeptContact = Ids<'account_id' | 'contact_id'> & {
  /** Contacts that had been merged into it: an older log may have them as somebody else. */
  readonly merged?: readonly string[]
}
/** A user of the dashboard. */
type KeptUser = Ids<'account_id' | 'user_id'>
/** A whole account. */
type KeptAccount = Ids<'account_id'>

/** A file of the folder: its erasure, or why nobody knows whom it means. */
export type KeptFile = { readonly name: string } & (
  | { readonly kept: KeptErasure }
  | { readonly fault: string }
)

/**
 * Keeps an erasure; again for one that is kept already. The folder must be there: one that is made anew, because nobody
 * mounted it, would keep nothing.
 * @throws as the file system does
 */
export async function keepErasure(folder: string, erasure: KeptErasure): Promise<void> {
  await writePrivate(join(folder, nameOf(erasure)), erasure)
}

/** Takes back an erasure that was refused. @param id of what was to be erased @throws as the file system does */
export async function dropErasure(folder: string, id: string): Promise<void> {
  await rm(join(folder, `${id}.json`), { force: true })
}

/** The names of all files with erasures; what else a folder or a mount may have is none. @throws when there is no folder */
export async function keptNames(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder)
  return names.filter((one) => one.endsWith('.json') && !one.startsWith('.')).sort()
}

/** As many files are read at once, and what they name is asked for in one question. */
const AT_ONCE = 32

/** The files of these names, in portions. One that was taken back since is left out. */
export async function* keptFiles(
  folder: string,
  names: readonly string[],
): AsyncGenerator<readonly KeptFile[]> {
  for (let n = 0; n < names.length; n += AT_ONCE) {
    const some = names.slice(n, n + AT_ONCE).map((name) => readKept(folder, name))
    yield (await Promise.all(some)).filter((file) => file !== null)
  }
}

/** The id of who or what was erased, by which its erasure is named. */
export function erasedId(erasure: KeptErasure): string {
  if ('contact_id' in erasure) return erasure.contact_id
  return 'user_id' in erasure ? erasure.user_id : erasure.account_id
}

/** All that an erasure means, each as if it were kept alone. */
export function meantBy(erasure: KeptErasure): readonly KeptErasure[] {
  if (!('contact_id' in erasure)) return [erasure]
  const { merged = [], ...one } = erasure
  return [one, ...merged.map((contact_id) => ({ ...one, contact_id }))]
}

async function readKept(folder: string, name: string): Promise<KeptFile | null> {
  const damaged = (why: string): KeptFile => ({
    name,
    fault: `${join(folder, name)} ${why}: bring it back from a copy, or move it away if it is no erasure`,
  })
  try {
    const content = await readPrivate<unknown>(join(folder, name))
    if (content === undefined) return null
    return isErasure(content, name)
      ? { name, kept: content }
      : damaged('does not say whose erasure it is')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return damaged(code === undefined ? 'is damaged' : `cannot be read (${code})`)
  }
}

/** The name must say the same, so that no file in which an id is missing means a whole account. */
function isErasure(content: unknown, name: string): content is KeptErasure {
  const { account_id, requested_at, merged = [] } = asRecord(content)
  if (typeof account_id !== 'string' || typeof requested_at !== 'string') return false
  if (Number.isNaN(Date.parse(requested_at)) || !isUuid(account_id)) return false
  if (!Array.isArray(merged) || !merged.every((id) => typeof id === 'string' && isUuid(id)))
    return false
  return nameOf(content as KeptErasure) === name && isUuid(name.slice(0, -'.json'.length))
}

function nameOf(erasure: KeptErasure): string {
  return `${erasedId(erasure)}.json`
}
