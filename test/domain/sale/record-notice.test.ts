import { type RecordNotice, recordNotice } from '@recado/domain/sale/record-notice'
import { sale } from '@recado/domain/sale/sale'
import { test } from 'tap'
import { contactId, conversationId } from '../../examples/conversation-facts.ts'
import {
  at,
  saleAttributed,
  saleChargedBack,
  saleId,
  salePaid,
  saleRecorded,
  saleRefunded,
} from '../../examples/sale.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(sale, recordNotice)
const conversation = { conversation_id: conversationId, contact_id: contactId }

function notice(status: RecordNotice['status'], more: Partial<RecordNotice> = {}): RecordNotice {
  const { recorded_at: _, ...told } = saleRecorded.data
  return { ...told, status, conversation: null, at, ...more }
}

test('the first notice records the sale, whatever it says', async () => {
  given().when(notice('pending')).appends(saleRecorded)
  given().when(notice('paid')).appends(saleRecorded, salePaid)
  given().when(notice('refunded')).appends(saleRecorded, saleRefunded)
  given().when(notice('chargeback')).appends(saleRecorded, saleChargedBack)
})
test('a sale goes on from pending to paid to refunded or charged back', async () => {
  given(saleRecorded).when(notice('paid')).appends(salePaid)
  given(saleRecorded, salePaid).when(notice('refunded')).appends(saleRefunded)
  given(saleRecorded, salePaid).when(notice('chargeback')).appends(saleChargedBack)
  given(saleRecorded).when(notice('refunded')).appends(saleRefunded)
})
test('repeated and late notices say nothing', async () => {
  given(saleRecorded).when(notice('pending')).appends()
  given(saleRecorded, salePaid).when(notice('paid')).appends()
  given(saleRecorded, salePaid).when(notice('pending')).appends()
  given(saleRecorded, salePaid, saleRefunded).when(notice('paid')).appends()
  given(saleRecorded, salePaid, saleRefunded).when(notice('refunded')).appends()
})
test('refunded and charged back do not follow each other', async () => {
  given(saleRecorded, saleRefunded).when(notice('chargeback')).appends()
  given(saleRecorded, saleChargedBack).when(notice('refunded')).appends()
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
