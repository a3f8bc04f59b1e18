import assert from 'node:assert/strict'
import type { SaleEvent, SaleRecorded } from '@recado/domain/sale/events'
import { type RecordNotice, recordNotice } from '@recado/domain/sale/record-notice'
import { type Sale, sale } from '@recado/domain/sale/sale'
import fc from 'fast-check'
import { test } from 'tap'
import { contactId, conversationId } from '../../examples/conversation-facts.ts'
import {
  saleAmended,
  saleAttributed,
  saleChargedBack,
  saleId,
  salePaid,
  saleRecorded,
  saleRefunded,
} from '../../examples/sale.ts'
import { factsOf, notice, type TwoOrders, twoOrders } from '../../examples/sale-notices.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(sale, recordNotice)
const conversation = { conversation_id: conversationId, contact_id: contactId }

const recordedBy = (status: RecordNotice['status']): SaleRecorded => ({
  type: 'SaleRecorded',
  data: { ...saleRecorded.data, status },
})

test('the first notice records the sale, with any status', async () => {
  given().when(notice('pending')).appends(saleRecorded)
  given().when(notice('paid')).appends(recordedBy('paid'), salePaid)
  given().when(notice('refunded')).appends(recordedBy('refunded'), saleRefunded)
  given().when(notice('chargeback')).appends(recordedBy('chargeback'), saleChargedBack)
})
test('what the phone may mean is recorded with it, and not with a conversation', async () => {
  for (const assumed_phone of ['5531987654321', null]) {
    given()
      .when(notice('pending', { assumed_phone }))
      .appends({ type: 'SaleRecorded', data: { ...saleRecorded.data, assumed_phone } })
    given()
      .when(notice('pending', { assumed_phone, conversation }))
      .appends(
        { type: 'SaleRecorded', data: { ...saleRecorded.data, phone: null } },
        { type: 'SaleAttributed', data: { ...saleAttributed.data, by: 'conversation_id' } },
      )
  }
})
test('a sale moves from pending to paid to refunded or charged back', async () => {
  given(saleRecorded).when(notice('paid')).appends(salePaid)
  given(saleRecorded, salePaid).when(notice('refunded')).appends(saleRefunded)
  given(saleRecorded, salePaid).when(notice('chargeback')).appends(saleChargedBack)
  given(saleRecorded).when(notice('refunded')).appends(saleRefunded)
})
test('repeated and late notices add nothing', async () => {
  given(saleRecorded).when(notice('pending')).appends()
  given(saleRecorded, salePaid).when(notice('paid')).appends()
  given(saleRecorded, salePaid).when(notice('pending')).appends()
  given(saleRecorded, salePaid, saleRefunded).when(notice('paid')).appends()
  given(saleRecorded, salePaid, saleRefunded).when(notice('refunded')).appends()
})
test('a payment after a chargeback or a refund adds its details and does not take the end back', async () => {
  const later = { occurred_at: '2026-02-07T09:00:00.000Z' }
  for (const end of [saleChargedBack, saleRefunded])
    given(saleRecorded, salePaid, end)
      .when(notice('paid', { ...later, fee_cents: 1_190 }))
      .appends({ type: 'SaleAmended', data: { ...saleAmended.data, ...later } })
})
test('of a refund and a chargeback the one that happened first counts', async () => {
  const before = { occurred_at: '2026-01-05T09:00:00.000Z' }
  const earlier = { ...saleRefunded.data, ...before }
  given(saleRecorded, saleRefunded).when(notice('chargeback')).appends()
  given(saleRecorded, saleChargedBack).when(notice('refunded')).appends(saleRefunded)
  given(saleRecorded, saleChargedBack)
    .when(notice('refunded', before))
    .appends({ type: 'SaleRefunded', data: earlier })
  given(saleRecorded, saleRefunded)
    .when(notice('chargeback', before))
    .appends({ type: 'SaleChargedBack', data: earlier })
})
test('a later fee counts, and a notice without a fee keeps it', async () => {
  const later = { occurred_at: '2026-01-07T09:00:00.000Z' }
  given(saleRecorded, salePaid)
    .when(notice('paid', { ...later, fee_cents: 1_190 }))
    .appends(saleAmended)
  given(saleRecorded, salePaid, saleAmended)
    .when(notice('paid', { fee_cents: null }))
    .appends()
  given(saleRecorded, salePaid, saleAmended).when(notice('paid')).appends()
})
test('facts of earlier releases, which hold only amounts, show the same sale', async (t) => {
  const { status: _, ...recordedBefore } = saleRecorded.data
  const { sale_id, gross_cents, fee_cents, occurred_at, recorded_at } = salePaid.data
  const paidBefore = { sale_id, gross_cents, fee_cents, occurred_at, recorded_at }
  const before: SaleEvent[] = [
    { type: 'SaleRecorded', data: recordedBefore },
    { type: 'SalePaid', data: paidBefore },
  ]
  t.same(
    shown(before.reduce(sale.evolve, null)),
    shown([saleRecorded, salePaid].reduce<Sale>(sale.evolve, null)),
  )
})

function shown(state: Sale) {
  const { weights: _, ...others } = state ?? { weights: {} }
  return others
}

test('the same notices in any order, with repeats, end in the same sale', async () => {
  const after = (told: readonly RecordNotice[]) => shown(factsOf(told).reduce(sale.evolve, null))
  const same = ({ told, other }: TwoOrders) => assert.deepEqual(after(other), after(told))
  fc.assert(fc.property(twoOrders, same), { numRuns: 2_000 })
})

test('a notice that names a conversation attributes the sale, once', async () => {
  const { phone: _, ...told } = saleRecorded.data
  const attributed = { ...saleAttributed.data, by: 'conversation_id' as const }
  given()
    .when(notice('pending', { conversation }))
    .appends(
      { type: 'SaleRecorded', data: { ...told, phone: null } },
      { type: 'SaleAttributed', data: attributed },
    )
  given(saleRecorded)
    .when(notice('paid', { conversation }))
    .appends(salePaid, { type: 'SaleAttributed', data: attributed })
  given(saleRecorded, saleAttributed)
    .when(notice('pending', { conversation: { ...conversation, conversation_id: saleId } }))
    .appends()
})
