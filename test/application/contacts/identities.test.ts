import { deepStrictEqual as same } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { editPerson, type PersonEdit } from '@recado/application/contacts/edit-person'
import { resolveContact } from '@recado/application/contacts/resolve-contact'
import { messageId } from '@recado/application/ids'
import { type Contact, contact, identityKey } from '@recado/domain/contact/contact'
import type { ContactEvent } from '@recado/domain/contact/events'
import type { ContactIdentityEvent, IdentityKind } from '@recado/domain/contact-identity/events'
import { isClaimed, SHOWN_KINDS } from '@recado/domain/contact-identity/kinds'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import type { RawEvent } from '@recado/projectors/intake/raw-event'
import { NOTHING_KNOWN } from '@recado/projectors/intake/record/fill-lookup'
import fc from 'fast-check'
import { test } from 'tap'
import { freshRecorder } from '../../projectors/intake/recorder-kit.ts'
import { graphPost, rawEvent, rawOf, textMessage } from '../../translation/graph-post.ts'
import { type ScheduledStore, scheduledStore, turnsOf } from './scheduled-store.ts'

type Shown = (typeof SHOWN_KINDS)[number]
type Said = Partial<Record<Shown, string>>

const one = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const said = fc
  .record({
    phone: one(['5511911110001', '5511911110002']),
    business_scoped_user_id: one(['BR.1', 'BR.2']),
    parent_business_scoped_user_id: one(['BR.ENT.1']),
    username: one(['ana', 'bia']),
  })
  .map((names) => Object.fromEntries(Object.entries(names).filter(([, name]) => name)) as Said)
  .filter((names) => Object.keys(names).length > 0)

const step = fc.oneof(
  fc.record({ does: fc.constant('post' as const), said }),
  fc.record({
    does: fc.constant('patch' as const),
    said,
    clears: one(SHOWN_KINDS),
    whom: fc.nat(3),
  }),
  fc.record({ does: fc.constant('send' as const), said }),
  fc.record({ does: fc.constant('learns' as const), said, lid: fc.constantFrom('77', '88') }),
  fc.record({ does: fc.constant('hears' as const), said, isTwice: fc.boolean() }),
  fc.record({ does: fc.constant('changes' as const), said, to: said }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** A few programs at work on one log. */
function worldOf({ store, log, next }: ScheduledStore) {
  const account_id = randomUUID()
  const context = {
    account_id,
    actor: { type: 'api_key' as const, id: account_id },
    correlation_id: account_id,
    causation_id: account_id,
    request_id: null,
    now: () => new Date(),
    newId: () => randomUUID(),
  }
  const processOf = (its: EventStore) => ({
    store: its,
    cache: aggregateCache(),
    mutex: streamMutex(),
  })
  const apis = [processOf(store), processOf(store)] as const
  const raws: RawEvent[] = []
  const intake = freshRecorder(store)
  const rawOfPost = (post: object) => rawEvent(rawOf(post), account_id, { position: next() })
  /** A message, which two runners may hear at once. */
  const hear = async (post: object, isTwice: boolean) => {
    const raw = rawOfPost(post)
    raws.push(raw)
    const others = isTwice ? [freshRecorder(store).record(raw)] : []
    await Promise.all([intake.record(raw), ...others])
  }
  const change = (post: object) => intake.record(rawOfPost(post))
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
  return { account_id, log, raws, intake, hear, change, edit, resolve }
}
type World = ReturnType<typeof worldOf>

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
  return { account_id, contact_id, identities, cleared, name: undefined, stage_id: undefined }
}

async function take(world: World, step: Step, n: number): Promise<unknown> {
  switch (step.does) {
    case 'post':
      return world.edit(n, null, step.said)
    case 'patch': {
      const contact_id = [...contactsOf(world).keys()][step.whom]
      return contact_id && world.edit(n, contact_id, step.said, step.clears)
    }
    case 'send':
      return world.resolve(n, given(step.said))
    case 'learns': {
      const { phone } = step.said
      if (phone === undefined) return
      return world.resolve(n, [
        { kind: 'phone', value: phone },
        { kind: 'lid', value: step.lid },
      ])
    }
    case 'hears':
      return world.hear(messageOf(step.said, n), step.isTwice)
    case 'changes':
      return world.change(changeOf(step, n))
  }
}

const given = (names: Said) =>
  Object.entries(names).map(([kind, value]) => ({ kind: kind as IdentityKind, value }))

/** A message says at least a number or an id. */
function messageOf(names: Said, n: number) {
  const { phone, business_scoped_user_id: user_id, username } = names
  const wa_id = phone ?? (user_id === undefined ? '5511911110001' : undefined)
  const from_parent_user_id = names.parent_business_scoped_user_id
  const message = textMessage(`wamid.${n}`, 'Oi', {
    from: wa_id,
    from_user_id: user_id,
    from_parent_user_id,
  })
  return graphPost({ contacts: [{ profile: { username }, wa_id, user_id }], messages: [message] })
}

function changeOf({ said, to }: Step & { does: 'changes' }, n: number) {
  const system = {
    type: 'user_changed_number',
    wa_id: to.phone ?? '5511911110002',
    user_id: to.business_scoped_user_id,
  }
  const message = textMessage(`wamid.${n}`, '', {
    type: 'system',
    system,
    from: said.phone ?? '5511911110001',
    from_user_id: said.business_scoped_user_id,
  })
  return graphPost({ messages: [message] })
}

function contactsOf({ log }: Pick<World, 'log'>): Map<string, NonNullable<Contact>> {
  const contacts = new Map<string, NonNullable<Contact>>()
  for (const fact of log) {
    if (!fact.stream.startsWith('contact-')) continue
    const id = fact.stream.slice('contact-'.length)
    const next = contact.evolve(contacts.get(id) ?? null, fact as RecordedEvent<ContactEvent>)
    if (next !== null) contacts.set(id, next)
  }
  return contacts
}

/** Identity to contact by the links of living contacts; an identity on two of them is told twice. */
function linksOf(world: World): string[] {
  const living = [...contactsOf(world).values()].filter(({ merged_into }) => merged_into === null)
  return living
    .flatMap(({ identities, contact_id }) =>
      identities.filter(isClaimed).map((link) => `${identityKey(link)} → ${contact_id}`),
    )
    .sort()
}

/** Identity to contact by the claims. */
function claimsOf({ log }: World): string[] {
  const owners = new Map<string, string>()
  for (const { type, stream, data } of log) {
    const { kind, match_key, contact_id } = data as Record<string, string>
    if (type === 'IdentityReleased') owners.delete(stream)
    if (type === 'IdentityClaimed') owners.set(stream, `${kind} ${match_key} → ${contact_id}`)
  }
  return [...owners.values()].sort()
}

/** Messages that were heard and stand in the log, each with a contact that exists. */
function heard(world: World): string[] {
  const contacts = contactsOf(world)
  return world.log
    .filter(({ type }) => type === 'MessageReceived')
    .map(({ data }) => data as { message_id: string; contact_id: string })
    .filter(({ contact_id }) => contacts.has(contact_id))
    .map(({ message_id }) => message_id)
    .sort()
}

/** All messages again, for somebody who remembers nothing but knows, as the read models do, which the log has. */
async function replay(world: World, store: EventStore): Promise<void> {
  const messages = new Set(heard(world))
  const known = {
    ask: async () => ({ ...NOTHING_KNOWN, messages }),
    conversations: async () => new Set<string>(),
  }
  await freshRecorder(store, { known }).record(...world.raws)
}

test('however calls, sends and what is heard interleave, an identity names one living contact', async (t) => {
  const steps = fc.array(step, { minLength: 2, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), steps, fc.boolean(), async (scheduler, steps, follows) => {
      let isOver = false
      const turn = turnsOf(scheduler)
      const scheduled = scheduledStore(
        (what) => (isOver ? Promise.resolve() : turn(what)),
        (event) => {
          if (follows && event.stream.startsWith('contactIdentity-'))
            recent.follow(event as RecordedEvent<ContactIdentityEvent>)
        },
      )
      const world = worldOf(scheduled)
      const { recent } = world.intake.recorder
      await scheduler.waitFor(Promise.all(steps.map((one, n) => take(world, one, n))))
      isOver = true
      const claims = claimsOf(world)
      const sent = steps.flatMap(({ does }, n) =>
        does === 'hears' ? [messageId(world.account_id, `wamid.${n}`)] : [],
      )
      same(linksOf(world), claims)
      same(heard(world), sent.sort())
      same(world.intake.parked, [])
      const { length } = world.log
      await replay(world, scheduled.store)
      same(
        world.log.slice(length).map(({ type, data }) => ({ type, data })),
        [],
      )
    }),
    { numRuns: 150, endOnFailure: true },
  )
  t.pass('links are claims, and no message is lost')
})
