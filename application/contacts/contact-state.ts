import { isDeepStrictEqual } from 'node:util'
import { type Contact, contact } from '@recado/domain/contact/contact'
import { createContact } from '@recado/domain/contact/create-contact'
import type { ContactEvent } from '@recado/domain/contact/events'
import type { Decide } from '@recado/domain/decision'
import type { CommandContext } from '../commands/command-context.ts'
import { type ExecuteDeps, type Executed, execute, type Outcome } from '../commands/execute.ts'
import { load } from '../commands/load.ts'
import { type Scope, scopeAbout } from '../facts/decisions.ts'
import { streamOf } from '../ids.ts'

/** Makes contexts for facts. Where fact ids are computed, the scope says what the facts are about. */
export type Contexts = (scope: Scope) => CommandContext

/** The contact by the log; null when it does not exist. */
export async function contactState(deps: ExecuteDeps, contactId: string): Promise<Contact> {
  const stream = streamOf(contact, contactId)
  return (await load(deps, contact, stream, deps.cache.get<Contact>(stream))).state
}

/** More than one contact leads through: it takes in at most MAX_MERGED_CONTACTS. */
export const MAX_MERGES = 100

/**
 * The contact itself, or the survivor it was merged into; null when it does not exist.
 * @throws MergedInCircle
 */
export async function survivorOf(deps: ExecuteDeps, contactId: string): Promise<Contact> {
  let state = await contactState(deps, contactId)
  for (let merges = 0; state !== null && state.merged_into !== null; merges++) {
    if (merges === MAX_MERGES) throw new MergedInCircle(contactId)
    state = await contactState(deps, state.merged_into)
  }
  return state
}

/** Contacts name one another as their survivor, so none of them is: a fault of ours, and no reason to ask for ever. */
export class MergedInCircle extends Error {
  constructor(contactId: string) {
    super(`contact ${contactId} was merged into one that was merged into it`)
    this.name = 'MergedInCircle'
  }
}

/**
 * Creates the contact of a claim, which may be missing after a crash or while another process creates it. A process
 * that finds its contact created must check its claims again after linking.
 */
export async function ensureContact(
  deps: ExecuteDeps,
  contact_id: string,
  contexts: Contexts,
): Promise<void> {
  const context = contexts(scopeAbout('create', contact_id))
  const command = { contact_id, at: context.now().toISOString() }
  await execute(deps, {
    aggregate: contact,
    id: contact_id,
    decide: createContact,
    command,
    context,
  })
}

type ContactExecution<Command, Reason extends string> = {
  readonly id: string
  readonly decide: Decide<Command, Contact, ContactEvent, Reason>
  readonly command: Command
  readonly context: CommandContext
}

/**
 * As execute, for decisions that depend on claims. Where fact ids are computed, two processes that record the same
 * raw event may decide differently under the same ids, and the store takes the later append for a repeat. The command
 * is then decided again.
 * @param isNew whether the contact's id was made just now, so that its stream need not be read to know that it is empty
 * @throws as execute
 */
export async function executeOnContact<Command, Reason extends string>(
  deps: ExecuteDeps,
  execution: ContactExecution<Command, Reason>,
  isNew = false,
): Promise<Outcome<Contact, ContactEvent, Reason>> {
  for (;;) {
    const done = await execute(deps, { aggregate: contact, ...execution, isNew })
    if (!('position' in done) || execution.context.eventId === undefined) return done
    const stream = streamOf(contact, execution.id)
    if (await isInTheLog(deps, stream, done)) return done
    deps.cache.forget(stream)
  }
}

async function isInTheLog(
  { store }: ExecuteDeps,
  stream: string,
  { events, revision }: Executed<Contact, ContactEvent>,
): Promise<boolean> {
  if (revision === null || events.length === 0) return true
  const decided = events.map((event) => JSON.parse(JSON.stringify(event.data)))
  let next = 0
  for await (const { data } of store.readStream(stream, revision + 1n - BigInt(events.length))) {
    if (!isDeepStrictEqual(data, decided[next])) return false
    next += 1
    if (next === decided.length) return true
  }
  return false
}
