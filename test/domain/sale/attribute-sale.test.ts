import { attributeSale } from '@recado/domain/sale/attribute-sale'
import { sale } from '@recado/domain/sale/sale'
import { test } from 'tap'
import { contactId, conversationId } from '../../examples/conversation-facts.ts'
import { at, saleAttributed, saleId, salePaid, saleRecorded } from '../../examples/sale.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(sale, attributeSale)
const attribution = { conversation_id: conversationId, contact_id: contactId, at }

test('a sale is attributed to a conversation', async () => {
  given(saleRecorded, salePaid).when(attribution).appends(saleAttributed)
})
test('the first attribution stays', async () => {
  given(saleRecorded, saleAttributed)
    .when({ ...attribution, conversation_id: saleId })
    .appends()
})
test('an unknown sale cannot be attributed', async () => {
  given().when(attribution).refuses('sale_not_found')
})
