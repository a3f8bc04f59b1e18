import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { editPerson, type PersonEdit } from '@recado/application/contacts/edit-person'
import { resolveContact } from '@recado/application/contacts/resolve-contact'
import type { RawEvent } from '@recado/application/intake/raw-event'
import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { SHOWN_KINDS } from '@recado/domain/contact-identity/kinds'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { PERSON_IDS } from '../../kit/person-ids.ts'
import { freshRecorder } from '../../projectors/intake/recorder-kit.ts'
import { rawEvent, rawOf } from '../../translation/graph-post.ts'
import type { ScheduledStore } from './scheduled-store.ts'

/** A kind of identity that a caller may send. */
export type Shown = (typeof SHOWN_KINDS)[number]

/** The identities that name a person. */
export type Said = Partial<Record<Shown, string>>

/** Everything that would vary by chance or time: with equal circumstances a run is repeatable. */
export type Circumstances = {
  readonly account_id: string
  /** How far the clock advances with each reading, in ms. */
  readonly tickMs: number
}

/** Several processes on one log. */
export function worldOf(
  { store, log, next }: ScheduledStore,
  { account_id, tickMs }: Circumstances,
) {
  const newId = numberedIds()
  const now = tickingClock(tickMs)
  const context = {
    account_id,
    actor: { type: 'api_key' as const, id: account_id },
    correlation_id: account_id,
    causation_id: account_id,
    request_id: null,
    now,
    newId,
  }
  const processOf = (its: EventStore) => ({
    store: its,
    cache: aggregateCache(),
    mutex: streamMutex(),
    personIds: PERSON_IDS,
  })
  const apis = [processOf(store), processOf(store)] as const
  const raws: RawEvent[] = []
  const changes: RawEvent[] = []
  const intake = freshRecorder(store, { now })
  const rawOfPost = (post: object, event?: string) =>
    rawEvent(rawOf(post, event), account_id, { id: newId(), position: next() })
  /** Records a message, optionally by two runners at once. */
  const hear = async (post: object, isTwice: boolean) => {
    const raw = rawOfPost(post)
    raws.push(raw)
    const others = isTwice ? [freshRecorder(store, { now }).record(raw)] : []
    await Promise.all([intake.record(raw), ...others])
  }
  const change = (post: object, event?: string) => {
    const raw = rawOfPost(post, event)
    changes.push(raw)
    return intake.record(raw)
  }
  const edit = (api: number, contact_id: string | null, names: Said, clears?: Shown) =>
    editPerson(
      apis[api % 2] ?? apis[0],
      editOf(account_id, contact_id, names, clears),
      () => context,
    )
  const resolve = (api: number, identities: { kind: IdentityKind; value: string }[]) => {
    const person = { account_id, connection_id: account_id, identities }
    return resolveContact(apis[api % 2] ?? apis[0], person, context)
  }
  return { account_id, log, raws, changes, intake, hear, change, edit, resolve }
}

export type World = ReturnType<typeof worldOf>

function editOf(
  account_id: string,
  contact_id: string | null,
  names: Said,
  clears?: Shown,
): PersonEdit {
  const identities = SHOWN_KINDS.flatMap((kind) => {
    const value = names[kind]
    if (value === undefined) return []
    return [{ kind, value, match_key: matchKey(kind, value), connection_id: account_id }]
  })
  const cleared = clears === undefined || clears in names ? [] : [clears]
  return {
    account_id,
    contact_id,
    identities,
    cleared,
    name: undefined,
    stage_id: undefined,
    restricted: undefined,
  }
}

/** Unique ids of facts. */
function numberedIds() {
  let last = 0
  return () => `00000000-0000-4000-8000-${String(++last).padStart(12, '0')}`
}

function tickingClock(tickMs: number) {
  let ms = Date.parse('2026-01-01T00:00:06.000Z')
  return () => {
    ms += tickMs
    return new Date(ms)
  }
}
