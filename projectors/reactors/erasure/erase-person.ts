import type { CommandContext } from '@recado/application/commands/command-context'
import { execute } from '@recado/application/commands/execute'
import { load } from '@recado/application/commands/load'
import { systemContext } from '@recado/application/commands/system-context'
import { type Recipient, recipientsOf } from '@recado/application/contacts/recipients'
import { arrivalId, streamOf } from '@recado/application/ids'
import type { PersonIds } from '@recado/application/person-ids'
import {
  endErasure,
  noteArrived,
  noteFound,
  noteListed,
} from '@recado/domain/erasure/advance-erasure'
import { erasure } from '@recado/domain/erasure/erasure'
import type { ErasedRecipient } from '@recado/domain/erasure/events'
import type { Config } from '@recado/infra/config'
import type { MediaStore } from '@recado/infra/media-store/media-store'
import { runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { isOfKept } from '@recado/infra/sealing/key-batch'
import type { Vault } from '@recado/infra/vault/vault'
import { translateWith } from '@recado/translation/translate'
import type pg from 'pg'
import type { Leadership } from '../../runtime/leader-election.ts'
import { waitForHead } from '../../runtime/wait-for-read-models.ts'
import { type DeleteFilesDeps, deleteFiles } from './delete-files.ts'
import { contactsOf, eraseContacts } from './erase-contacts.ts'
import { type Arrived, findArrived } from './find-arrived.ts'
import { dataOfPerson } from './find-data.ts'
import { idsAmong, inPortions, type Portion, seenIn } from './portions.ts'
import type { Search } from './search.ts'

export type ErasureDeps = DeleteFilesDeps & {
  readonly vault: Pick<Vault, 'factKeys' | 'forget' | 'forgetAll'>
  readonly mediaStore: Pick<MediaStore, 'remove'> | null
  readonly pool: pg.Pool
  readonly config: Pick<Config, 'ERASURES_DIR'>
  readonly personIds: PersonIds
  readonly now: () => Date
  readonly newId: () => string
}

/** An erasure that is not done; the id is that of the contact. */
export type Person = {
  readonly id: string
  readonly account_id: string
}

/** Each search finds what was recorded during the one before; a person that writes on and on is a new contact by then. */
const MOST_SEARCHES = 10
const KEYS_AT_ONCE = 1_000
const LATE_AT_ONCE = 1_000

/** Takes an erasure from wherever it is to its end. Every step may be repeated. @throws as execute, VaultUnavailable */
export async function erasePerson(
  deps: ErasureDeps,
  leadership: Leadership,
  person: Person,
): Promise<void> {
  const context = systemContext(deps, {
    part: 'erasure',
    account_id: person.account_id,
    chain: person.id,
  })
  const isOver = await hasEnded(leadership, person)
  if (!isOver && (await isSearching(deps, person))) await search(deps, leadership, person, context)
  if (leadership.signal.aborted) return
  await noteLateFacts(deps, leadership, person, context)
  await waitForHead(leadership, deps.store)
  const arrived = await findArrived(await searchOf(deps, leadership, person), (portion) =>
    note(deps, person, portion, context),
  )
  // The rows must have lost what they say before the facts do, or a webhook would tell of a person without a name.
  await waitForHead(leadership, deps.store)
  if (leadership.signal.aborted) return
  const { arrivals, keys } = arrived
  const all = isOver ? keys : await keysLeft(deps, person)
  await destroyKeys(deps, person, { arrivals, keys: all }, context)
}

/** Whether it has ended once: then only what came late is left, and its stream, which grows with it, need not be read. */
async function hasEnded({ client }: Leadership, { id }: Person): Promise<boolean> {
  const rows = await runOn(client)<{ id: string }>(sql`
    select id from erasures where id = ${id} and erased_at is not null`)
  return rows.length > 0
}

async function isSearching(deps: ErasureDeps, { id }: Person): Promise<boolean> {
  return (await load(deps, erasure, streamOf(erasure, id))).state.stage === 'searching'
}

async function keysLeft({ store }: ErasureDeps, { id }: Person): Promise<readonly string[]> {
  return [...(await seenIn(store, streamOf(erasure, id), 'left')).keys]
}

/** Searches until a whole search finds nothing more. */
async function search(
  deps: ErasureDeps,
  leadership: Leadership,
  person: Person,
  context: CommandContext,
): Promise<void> {
  const run = runOn(leadership.client)
  await eraseContacts(deps, run, person, context)
  const seen = await seenIn(deps.store, streamOf(erasure, person.id))
  for (let n = 0; n < MOST_SEARCHES; n++) {
    await waitForHead(leadership, deps.store)
    const found = dataOfPerson(await searchOf(deps, leadership, person))
    let portions = 0
    for await (const portion of inPortions(found, seen)) {
      if (leadership.signal.aborted) return
      await note(deps, person, portion, context)
      portions += 1
    }
    if (portions === 0) break
  }
  const told = await recipientsOf(
    await contactsOf(run, person.id),
    idsAmong(seen, 'raw_event'),
    run,
  )
  const [listed_at, recipients] = [deps.now().toISOString(), hostsOf(told)]
  const command = { contact_id: person.id, listed_at, recipients }
  await execute(deps, { aggregate: erasure, id: person.id, decide: noteListed, command, context })
}

async function searchOf(
  deps: ErasureDeps,
  { client }: Leadership,
  { id: person, account_id }: Person,
): Promise<Search> {
  const run = runOn(client)
  const contactIds = await contactsOf(run, person)
  const translate = translateWith(deps.providers)
  return { ...deps, account_id, person, contactIds, translate, run }
}

/** Outcomes of what was under way: the read models have seen them, and nobody else knows of the erasure. */
async function noteLateFacts(
  deps: ErasureDeps,
  { client }: Leadership,
  { id: contact_id }: Person,
  context: CommandContext,
): Promise<void> {
  const late = await runOn(client)<{ event_id: string; position: string }>(sql`
    select event_id, position::text from late_facts
    where contact_id = ${contact_id} and arrival is null
    order by position limit ${LATE_AT_ONCE}`)
  for (const fact of late) {
    const command = { contact_id, ...fact, arrived_at: deps.now().toISOString() }
    const id = arrivalId(command)
    await execute(deps, { aggregate: erasure, id, decide: noteArrived, command, context })
  }
}

/** Paths and queries of addresses may be secrets: the host is enough to know whom to tell. */
function hostsOf(recipients: readonly Recipient[]): ErasedRecipient[] {
  const newest = new Map<string, ErasedRecipient>()
  for (const { webhook_id, target_url, last_at } of recipients) {
    const { host } = new URL(target_url)
    const known = newest.get(`${webhook_id} ${host}`)
    if (known === undefined || known.last_at < last_at)
      newest.set(`${webhook_id} ${host}`, { webhook_id, host, last_at })
  }
  return [...newest.values()]
}

async function note(
  deps: ErasureDeps,
  { id }: Person,
  portion: Portion,
  context: CommandContext,
): Promise<void> {
  const left = portion.kind === 'media' ? await deleteFiles(deps, portion.ids, context) : undefined
  const found = { ...portion, ...(left !== undefined && { left_at_provider: left }) }
  const command = { contact_id: id, ...found, found_at: deps.now().toISOString() }
  await execute(deps, { aggregate: erasure, id, decide: noteFound, command, context })
}

async function destroyKeys(
  deps: ErasureDeps,
  { id }: Person,
  { arrivals, keys }: Arrived,
  context: CommandContext,
): Promise<void> {
  await destroyKeysOf(deps, keys)
  const erased_at = deps.now().toISOString()
  const command = {
    contact_id: id,
    keys: keys.length,
    ...(arrivals > 0 && { arrivals }),
    erased_at,
  }
  await execute(deps, { aggregate: erasure, id, decide: endErasure, command, context })
}

/** Those come last that only an erasure destroys: once they are gone, all are. @throws VaultUnavailable */
export async function destroyKeysOf(
  { vault }: { readonly vault: Pick<Vault, 'factKeys'> },
  found: readonly string[],
): Promise<void> {
  const keys = found.toSorted((a, b) => Number(isOfKept(a)) - Number(isOfKept(b)))
  for (let n = 0; n < keys.length; n += KEYS_AT_ONCE)
    await vault.factKeys.destroy(keys.slice(n, n + KEYS_AT_ONCE))
}
