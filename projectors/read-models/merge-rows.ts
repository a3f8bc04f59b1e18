import type { Ids } from '@recado/application/ids'
import type { Rows } from '../engine/projection.ts'
import { handOverConnections, takeBackConnections } from './contact-connections.ts'
import { contacts } from './contact-row.ts'
import { engage } from './engage.ts'

/** Merges a contact into another: it leaves the lists, and its id means the survivor. */
export async function mergeRows(
  rows: Rows,
  { contact_id, survivor_id }: Ids<'contact_id' | 'survivor_id'>,
): Promise<void> {
  const merged = await rows.get(contacts, contact_id)
  const survivor = await rows.get(contacts, survivor_id)
  if (merged === undefined || survivor === undefined) return
  for (const row of await rows.find(contacts, 'survivor_id', contact_id))
    rows.put(contacts, { ...row, survivor_id: survivor.survivor_id })
  rows.put(contacts, {
    ...merged,
    merged_into: survivor_id,
    survivor_id: survivor.survivor_id,
    listed_in: null,
  })
  rows.put(contacts, { ...survivor, is_survivor: true })
  // The survivor may have been merged itself by then.
  if (merged.engaged) for (const id of [survivor_id, survivor.survivor_id]) await engage(rows, id)
  await handOverConnections(rows, { from: contact_id, to: survivor_id })
}

/** Separates a merged contact again, together with those that had been merged into it. */
export async function unmergeRows(rows: Rows, mergedId: string): Promise<void> {
  const merged = await rows.get(contacts, mergedId)
  if (merged === undefined || merged.merged_into === null) return
  const survivorId = merged.merged_into
  const group = await rows.find(contacts, 'survivor_id', merged.survivor_id)
  const into = new Map(group.map(({ id, merged_into }) => [id, merged_into]))
  for (const row of group)
    if (leadsTo(row.id, mergedId, into)) rows.put(contacts, { ...row, survivor_id: mergedId })
  const alone = { merged_into: null, survivor_id: mergedId, listed_in: merged.account_id }
  rows.put(contacts, { ...merged, ...alone })
  await takeBackConnections(rows, { from: mergedId, to: survivorId })
}

function leadsTo(id: string, to: string, into: ReadonlyMap<string, string | null>): boolean {
  let at: string | null | undefined = id
  while (at != null && at !== to) at = into.get(at)
  return at === to
}
