import { randomUUID } from 'node:crypto'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { claimStream } from '@recado/application/contacts/claims'
import { editPerson, type PersonEdit } from '@recado/application/contacts/edit-person'
import { mergePeople } from '@recado/application/contacts/merge-people'
import { releaseClaim } from '@recado/application/contacts/reconcile-claims'
import { resolveContact } from '@recado/application/contacts/resolve-contact'
import { type Contact, contact, identityKey } from '@recado/domain/contact/contact'
import type { ContactEvent } from '@recado/domain/contact/events'
import { isClaimed } from '@recado/domain/contact-identity/kinds'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import fc from 'fast-check'
import { test } from 'tap'
import { dyingStore } from '../../kit/dying-store.ts'
import { PERSON_IDS } from '../../kit/person-ids.ts'
import { factsOf, freshRecorder } from '../../projectors/intake/recorder-kit.ts'
import { graphPost, rawEvent, rawOf, textMessage } from '../../translation/graph-post.ts'
import { storeInMemory } from './scheduled-store.ts'

const store = storeInMemory()

type Kind = 'phone' | 'business_scoped_user_id' | 'username'
type Said = Partial<Record<Kind, string | null>>

/** A process with caches of its own. */
const processOf = (its: EventStore) => ({
  store: its,
  cache: aggregateCache(),
  mutex: streamMutex(),
  personIds: PERSON_IDS,
})
/** Each look at the clock is a millisecond later, so that of two people one is the older. */
let clock = Date.now()
const contextOf = (account_id: string) => ({
  account_id,
  actor: { type: 'api_key' as const, id: account_id },
  correlation_id: account_id,
  causation_id: account_id,
  request_id: null,
  now: () => new Date(++clock),
  newId: () => randomUUID(),
})

function editOf(account_id: string, contact_id: string | null, said: Said): PersonEdit {
  const kinds = ['business_scoped_user_id', 'phone', 'username'] as const
  const identities = kinds.flatMap((kind) => {
    const value = said[kind]
    const match_key = matchKey(kind, value ?? '')
    return value == null ? [] : [{ kind, value, match_key, connection_id: account_id }]
  })
  const cleared = kinds.filter((kind) => said[kind] === null)
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

function save(its: EventStore, account: string, said: Said, contactId: string | null = null) {
  const edit = editOf(account, contactId, said)
  return editPerson(processOf(its), edit, () => contextOf(account))
}

async function contactsOf(account: string): Promise<NonNullable<Contact>[]> {
  const states = new Map<string, Contact>()
  for (const fact of await factsOf(store, account))
    if (fact.stream.startsWith('contact-')) {
      const before = states.get(fact.stream) ?? contact.initialState
      states.set(fact.stream, contact.evolve(before, fact as RecordedEvent<ContactEvent>))
    }
  return [...states.values()].flatMap((state) => state ?? [])
}

/** Identity to contact, by the links of unmerged contacts; an identity with two contacts is listed twice. */
async function linksOf(account: string): Promise<string[]> {
  const living = (await contactsOf(account)).filter(({ merged_into }) => merged_into === null)
  return living
    .flatMap((one) =>
      one.identities.filter(isClaimed).map((link) => `${identityKey(link)} → ${one.contact_id}`),
    )
    .sort()
}

/** Identity to contact, by the claims. */
async function claimsOf(account: string): Promise<string[]> {
  const holders = new Map<string, string>()
  for (const { type, stream, data } of await factsOf(store, account)) {
    const { kind, match_key, contact_id } = data as Record<string, string>
    if (type === 'IdentityReleased') holders.delete(stream)
    if (type === 'IdentityClaimed') holders.set(stream, `${kind} ${match_key} → ${contact_id}`)
  }
  return [...holders.values()].sort()
}

const ana = { phone: '5511911110001', business_scoped_user_id: 'BR.1' }

test('the next POST completes one that crashed at any point', async (t) => {
  for (const written of [false, true])
    for (let step = 0; step < 3; step++) {
      const account = randomUUID()
      await t.rejects(save(dyingStore(store, step, written).store, account, ana))
      const done = await save(store, account, ana)
      t.equal(done.refused, undefined)
      const claims = await claimsOf(account)
      t.equal(claims.length, 2, `step ${step}, written: ${written}`)
      t.same(await linksOf(account), claims)
    }
})

test('a change of phone that crashed at any point leaves the old phone free for its next user', async (t) => {
  for (const written of [false, true])
    for (let step = 0; step < 3; step++) {
      const account = randomUUID()
      const made = await save(store, account, ana)
      const id = 'contact_id' in made ? made.contact_id : null
      const changed = { phone: '5511911110002' }
      await t.rejects(save(dyingStore(store, step, written).store, account, changed, id))
      await save(store, account, changed, id)
      const next = await save(store, account, { phone: ana.phone })
      t.match(next, { created: true }, `step ${step}, written: ${written}`)
      t.same(await linksOf(account), await claimsOf(account))
    }
})

test('a POST that loses a later claim releases the earlier ones', async (t) => {
  const account = randomUUID()
  const racing: EventStore = {
    ...store,
    append: async (stream, expected, events) => {
      const done = await store.append(stream, expected, events)
      const username = claimStream(PERSON_IDS, {
        account_id: account,
        kind: 'username',
        match_key: 'x',
      })
      if (stream !== username && (await store.readLast(username)) === null) {
        await save(store, account, { username: 'x' })
        await save(store, account, { phone: ana.phone })
      }
      return done
    },
  }
  const lost = await save(racing, account, { ...ana, username: 'x' })
  t.match(lost, { refused: 'identity_taken' })
  const claims = await claimsOf(account)
  t.notOk(claims.some((claim) => claim.startsWith('business_scoped_user_id')))
  t.same(await linksOf(account), claims)
})

test('an identity cleared while a merge moves its claim names no contact afterwards', async (t) => {
  const account = randomUUID()
  const older = await save(store, account, { username: 'older' })
  const younger = await save(store, account, ana)
  if (!('contact_id' in older && 'contact_id' in younger)) throw new Error('both are new')
  const phone = claimStream(PERSON_IDS, {
    account_id: account,
    kind: 'phone',
    match_key: ana.phone,
  })
  let cleared = false
  const racing: EventStore = {
    ...store,
    append: async (stream, expected, events) => {
      if (stream === phone && !cleared) {
        cleared = true
        await save(store, account, { phone: null }, older.contact_id)
      }
      return store.append(stream, expected, events)
    },
  }
  const seen = [{ kind: 'phone' as const, match_key: ana.phone }]
  const pair = [older.contact_id, younger.contact_id] as const
  const its = processOf(racing)
  t.equal(
    await mergePeople(its, account, pair, { seen }, () => contextOf(account)),
    older.contact_id,
  )
  t.ok(cleared)
  t.same(await linksOf(account), await claimsOf(account))
})

test('a claim released while its contact is merged stays with the survivor', async (t) => {
  const account = randomUUID()
  const older = await save(store, account, { username: 'older' })
  const younger = await save(store, account, ana)
  if (!('contact_id' in older && 'contact_id' in younger)) throw new Error('both are new')
  const { contact_id } = younger
  const phone = { kind: 'phone' as const, match_key: ana.phone }
  const stream = claimStream(PERSON_IDS, { account_id: account, ...phone })
  const contexts = () => contextOf(account)
  let ended = false
  const racing: EventStore = {
    ...store,
    append: async (...args) => {
      if (args[0] === stream && !ended) {
        ended = true
        await releaseClaim(processOf(store), { account_id: account, contact_id }, phone, contexts)
      }
      return store.append(...args)
    },
  }
  const pair = [older.contact_id, contact_id] as const
  await mergePeople(processOf(racing), account, pair, { seen: [] }, contexts)
  t.ok(ended)
  const claims = await claimsOf(account)
  t.ok(claims.includes(`${identityKey(phone)} → ${older.contact_id}`))
  t.same(await linksOf(account), claims)
})

test('a known phone with an unknown BSUID: an edit changes the contact, a send means another person', async (t) => {
  const account = randomUUID()
  const made = await save(store, account, ana)
  const id = 'contact_id' in made ? made.contact_id : ''
  const newcomer = { phone: ana.phone, business_scoped_user_id: 'BR.NEWCOMER' }
  const sent = (identities: { kind: Kind; value: string }[]) => {
    const person = { account_id: account, connection_id: account, identities }
    return resolveContact(processOf(store), person, contextOf(account))
  }
  const both = [
    { kind: 'phone' as const, value: newcomer.phone },
    { kind: 'business_scoped_user_id' as const, value: newcomer.business_scoped_user_id },
  ]
  const other = await sent(both)
  t.not(other, id)
  t.equal(await sent(both.slice(0, 1)), id, 'a send proves nothing: the phone stays')
  t.match(await save(store, account, newcomer), { refused: 'identity_taken' })
  const replacing = { ...newcomer, business_scoped_user_id: 'BR.REPLACED' }
  t.match(await save(store, account, replacing), { contact_id: id, created: false })
  t.same(await linksOf(account), await claimsOf(account))
  t.same(
    (await linksOf(account)).filter((link) => link.endsWith(id)),
    [`business_scoped_user_id BR.REPLACED → ${id}`, `phone ${ana.phone} → ${id}`],
  )
})

const phones = ['5511911110001', '5511911110002']
const ids = ['BR.1', 'BR.2']
const names = ['one', 'two']
const value = (values: readonly string[]) => fc.constantFrom(undefined, ...values)
const said = fc.record({
  phone: value(phones),
  business_scoped_user_id: value(ids),
  username: value(names),
})
const named = said.filter((one) => Object.values(one).some((name) => name !== undefined))
const step = fc.oneof(
  fc.record({ call: fc.constant('post' as const), said: named }),
  fc.record({
    call: fc.constant('patch' as const),
    said,
    clears: fc.constantFrom('phone', 'username'),
  }),
  fc.record({ call: fc.constant('inbound' as const), said: named }),
  fc.record({ call: fc.constant('send' as const), said: named }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function take(account: string, one: Step, n: number, contactId: string): Promise<void> {
  const given = Object.fromEntries(
    Object.entries(one.said).filter(([, name]) => name !== undefined),
  ) as Said
  if (one.call === 'post') await save(store, account, given)
  if (one.call === 'patch') await save(store, account, { [one.clears]: null, ...given }, contactId)
  if (one.call === 'send') {
    const identities = Object.entries(given).map(([kind, name]) => ({
      kind: kind as Kind,
      value: String(name),
    }))
    const person = { account_id: account, connection_id: account, identities }
    await resolveContact(processOf(store), person, contextOf(account))
  }
  if (one.call === 'inbound') {
    const { phone: wa_id, business_scoped_user_id: user_id, username } = one.said
    if (wa_id === undefined && user_id === undefined) return
    const message = textMessage(`wamid.${n}`, 'Oi', { from: wa_id, from_user_id: user_id })
    const contacts = [{ profile: { username }, wa_id, user_id }]
    await freshRecorder(store).record(
      rawEvent(rawOf(graphPost({ contacts, messages: [message] })), account),
    )
  }
}

test('an identity names one contact, in any interleaving of calls, sends and messages', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const account = randomUUID()
      const first = await save(store, account, ana)
      const id = 'contact_id' in first ? first.contact_id : ''
      await Promise.all(steps.map((one, n) => take(account, one, n, id)))
      t.same(await linksOf(account), await claimsOf(account), JSON.stringify(steps))
      return t.passing()
    }),
    { numRuns: 10, endOnFailure: true },
  )
})

test('a newcomer costs one read, which finds that nobody has the identity', async (t) => {
  for (const make of [saveOne, sendToOne]) {
    const calls: string[] = []
    await make(countedStore(calls), randomUUID())
    t.same(calls, ['read contactIdentity', 'append contactIdentity', 'append contact'], make.name)
  }
})

const saveOne = (its: EventStore, account: string) => save(its, account, { phone: '5531987654321' })

function sendToOne(its: EventStore, account: string) {
  const identities = [{ kind: 'phone', value: '5531987654321' } as const]
  const person = { account_id: account, connection_id: account, identities }
  return resolveContact(processOf(its), person, contextOf(account))
}

function countedStore(calls: string[]): EventStore {
  const note = (what: string, stream: string) => calls.push(`${what} ${stream.split('-', 1)[0]}`)
  return {
    ...store,
    readStream(stream, from) {
      note('read', stream)
      return store.readStream(stream, from)
    },
    append(stream, ...rest) {
      note('append', stream)
      return store.append(stream, ...rest)
    },
  }
}
