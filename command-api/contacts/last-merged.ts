import { contactState } from '@recado/application/contacts/contact-state'
import { streamOf } from '@recado/application/ids'
import { contact } from '@recado/domain/contact/contact'
import { MAX_MERGED_CONTACTS } from '@recado/domain/contact/merge-contact'
import { type HttpProblem, unavailable } from '@recado/infra/http/http-problem'
import { runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import type { CommandDeps } from '../deps.ts'
import { positionToRead } from '../routing/position-to-read.ts'
import type { KeyInput } from '../routing/route.ts'
import { waitForReadModels } from '../routing/wait-for-read-models.ts'

/**
 * The contact whose merge a call is to undo: the one of the path if it is merged, else the one that was merged into it
 * last, else the one of the path.
 */
export async function lastMerged(
  input: Pick<KeyInput<{ id: string }, unknown, unknown>, 'request' | 'params'>,
  deps: CommandDeps,
): Promise<string | HttpProblem> {
  const { id } = input.params
  if ((await contactState(deps, id))?.merged_into != null) return id
  const candidates = await mergedInto(input, deps)
  if (!Array.isArray(candidates)) return candidates
  let last = { id, position: -1n }
  for (const merged of candidates) {
    const position = await mergedAt(deps, merged)
    if (position > last.position) last = { id: merged, position }
  }
  return last.id
}

/**
 * The contacts that are merged into one, by the read models once they have its last fact: each merge and each unmerge
 * ends with facts of the survivor.
 */
async function mergedInto(
  { request, params: { id } }: Parameters<typeof lastMerged>[0],
  deps: CommandDeps,
): Promise<string[] | HttpProblem> {
  const position = await positionToRead(deps, streamOf(contact, id), null)
  const waited = await waitForReadModels({ request }, position ?? -1n, deps)
  if (waited['x-read-consistency'] !== undefined)
    return unavailable('the merges of this contact are not shown yet; send the call again')
  const rows = await runOn(deps.pool)<{ id: string }>(sql`
    select id from contacts where survivor_id = ${id} and id <> ${id} limit ${MAX_MERGED_CONTACTS}`)
  return rows.map((row) => row.id)
}

/** The position of a contact's merge; -1 when it was separated again meanwhile. */
async function mergedAt({ store }: CommandDeps, contactId: string): Promise<bigint> {
  let at = -1n
  for await (const { type, position } of store.readStream(streamOf(contact, contactId), 0n)) {
    if (type === 'ContactMerged') at = position
    if (type === 'ContactUnmerged') at = -1n
  }
  return at
}
