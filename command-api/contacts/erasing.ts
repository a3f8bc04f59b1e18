import { survivorOf } from '@recado/application/contacts/contact-state'
import { dropErasure, keepErasure } from '@recado/application/contacts/kept-erasures'
import { readErasure } from '@recado/application/contacts/read-erasure'
import type { Ids } from '@recado/application/ids'
import { Erasure } from '@recado/contract/erasure'
import { erasure as exampleErasure } from '@recado/contract/example-values'
import { type Contact, contact } from '@recado/domain/contact/contact'
import { eraseContact } from '@recado/domain/contact/erase-contact'
import { notFound, unavailable } from '@recado/infra/http/http-problem'
import { runOn } from '@recado/infra/postgres/run'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'

/** The person that is erased: the contact into which the named one was merged, if it was. */
type Survivor = { readonly survivor: string }

/** What every route does that erases a person, whoever calls it. */
export const ERASING = {
  aggregate: contact,
  command: ({ at }: { readonly at: string }) => ({ at }),
  decide: eraseContact,
  refusals: {
    contact_not_found: notFound,
    contact_merged: () =>
      unavailable('the contact has just been merged into another one; send the call again'),
  },
  onRefused: ({ survivor }: Survivor, { config }: CommandDeps) => takeBack(config, survivor),
  reply: { 202: z.object({ data: Erasure }) },
  replyExamples: { 202: { value: { data: exampleErasure } } },
}

/** What was refused must not be done after the next restore. */
async function takeBack({ ERASURES_DIR: folder }: CommandDeps['config'], id: string) {
  if (folder !== null) await dropErasure(folder, id)
}

/** The answer: how far the erasure is by now. */
export async function begunErasure(
  { survivor, state, at }: Survivor & { readonly state: Contact; readonly at: string },
  { pool }: CommandDeps,
): Promise<{ data: Erasure }> {
  const known = await readErasure(runOn(pool), survivor)
  const requested_at = state?.erased_at ?? at
  const nothing = { status: 'running' as const, erased_at: null, found: {}, recipients: [] }
  return { data: known ?? { contact_id: survivor, requested_at, ...nothing } }
}

/** Finds whom an erasure concerns, and keeps it where no backup reaches before the log knows of it. */
export async function prepareErasure(
  deps: CommandDeps,
  { account_id, contact_id }: Ids<'account_id' | 'contact_id'>,
): Promise<Survivor> {
  const survivor = (await survivorOf(deps, contact_id))?.contact_id ?? contact_id
  const { ERASURES_DIR: folder } = deps.config
  const requested_at = deps.now().toISOString()
  if (folder !== null) await keepErasure(folder, { account_id, contact_id: survivor, requested_at })
  return { survivor }
}
