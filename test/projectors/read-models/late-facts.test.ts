import { randomUUID } from 'node:crypto'
import { identityClaim } from '@recado/application/contacts/identity-claim'
import type { DomainEvent } from '@recado/domain/personal-fields'
import { FACT_TYPES, personalFields, rawFields } from '@recado/domain/personal-fields'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { LATE } from '@recado/projectors/read-models/late-facts'
import { type Test, test } from 'tap'
import { EVERY_FACT } from '../../examples/every-fact.ts'
import { PERSON_IDS } from '../../kit/person-ids.ts'
import { type Projecting, projecting, recorded } from '../../kit/projecting.ts'
import { projections } from '../../kit/projections.ts'

type Type = DomainEvent['type']
type Late = { event_id: string; arrival: number | null }

const { account_id, match_key } = EVERY_FACT.IdentityClaimed
const { contact_id } = EVERY_FACT.ContactErased
const claim = identityClaim(PERSON_IDS, account_id, 'phone', match_key)
const NOTED = FACT_TYPES.filter((type) => LATE[type as keyof typeof LATE]) as Type[]

/** Those about a sale or a delivery, which a test of its own or the slices of erasures create first. */
const BY_ROWS: ReadonlySet<Type> = new Set(['SaleRecorded', 'DeliveryAttempted'])

/** A fact of the examples, sealed under a key. */
function sealed(type: Type, more: object = {}): RecordedEvent {
  const fact = { type, data: { ...EVERY_FACT[type], ...more } }
  const event = recorded(`contactIdentity-${claim}`, fact, { account_id })
  return { ...event, metadata: { ...event.metadata, kid: 'key.1' } }
}

/** The read models of a person with a message, a file and a number. */
async function person(t: Test): Promise<Projecting> {
  const projector = await projecting(projections)
  t.teardown(() => projector.close())
  for (const type of ['AccountOpened', 'ConnectionRegistered', 'ContactCreated'] as const)
    await projector.given(sealed(type))
  await projector.given(sealed('IdentityClaimed'), sealed('ConversationOpened'))
  await projector.given(sealed('MessageSendRequested'), sealed('MessageSent'))
  return projector
}

const lateIn = (projector: Projecting) =>
  projector.query<Late>('select event_id, arrival from late_facts order by position')

test('every fact that says something of a person has its handler or its reason for none', (t) => {
  const sealedTypes = FACT_TYPES.filter(
    (type) => personalFields(type).length + rawFields(type).length > 0,
  )
  t.same(Object.keys(LATE).sort(), [...sealedTypes].sort())
  t.end()
})

test('every fact about an erased person is noted, and none of anybody else', async (t) => {
  const projector = await person(t)
  const others = NOTED.map((type) => sealed(type))
  for (const fact of others) await projector.given(fact)
  t.same(await lateIn(projector), [], 'nobody is erased')
  await projector.given(sealed('ContactErased'))
  for (const type of NOTED.filter((one) => !BY_ROWS.has(one))) {
    const fact = sealed(type)
    await projector.given(fact)
    t.same((await lateIn(projector)).at(-1), { event_id: fact.id, arrival: null }, type)
  }
})

test('a sale of before is noted while nobody has its phone, one of afterwards never', async (t) => {
  const projector = await person(t)
  await projector.given(sealed('ContactErased'))
  await projector.given(sealed('PersonalDataFound', { kind: 'identity', ids: [claim] }))
  const [before, after] = ['2025-12-31T00:00:00Z', '2026-02-01T00:00:00Z']
  const sale = (occurred_at: string) =>
    sealed('SaleRecorded', { sale_id: randomUUID(), occurred_at, phone: match_key })
  await projector.given(sale(before))
  t.same(await lateIn(projector), [], 'the claim is not released')
  const { kind } = EVERY_FACT.IdentityClaimed
  await projector.given(sealed('IdentityReleased', { kind, match_key }))
  const [other, late] = [sale(after), sale(before)]
  await projector.given(other, late)
  t.match(await lateIn(projector), [{ event_id: late.id }])
  await projector.given(sealed('IdentityClaimed', { contact_id: randomUUID() }))
  await projector.given(sale(before))
  t.equal((await lateIn(projector)).length, 1, 'somebody else has the phone')
})

test('what came late has its place once the log says so', async (t) => {
  const projector = await person(t)
  await projector.given(sealed('ContactErased'))
  const [one, other] = [sealed('CallReceived'), sealed('MessageStatusReported')]
  await projector.given(one, other)
  for (const { id, position } of [other, one])
    await projector.given(
      sealed('PersonalDataArrived', { contact_id, event_id: id, position: String(position) }),
    )
  t.same(await lateIn(projector), [
    { event_id: one.id, arrival: 2 },
    { event_id: other.id, arrival: 1 },
  ])
  t.match(await projector.query('select arrived, handled from erasures'), [
    { arrived: 2, handled: 0 },
  ])
})
