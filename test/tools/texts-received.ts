import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { EVERY_FACT } from '../examples/every-fact.ts'
import { recorded } from '../kit/projecting.ts'

/** A raw event of Meta with these texts of one person. */
export function textsReceived(
  account_id: string,
  connection_id: string,
  texts: readonly string[],
): RecordedEvent {
  const from = '5511900000001'
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '551130000000', phone_number_id: '1' },
    contacts: [{ wa_id: from, profile: { name: 'Bia' } }],
    messages: texts.map((body) => ({
      ...{ from, id: `wamid.${body}`, timestamp: '1767225600', type: 'text', text: { body } },
    })),
  }
  const changes = [{ field: 'messages', value }]
  const payload = { object: 'whatsapp_business_account', entry: [{ id: '1', changes }] }
  const data = {
    ...EVERY_FACT.ProviderEventReceived,
    ...{ connection_id, source: 'official', event: 'messages', payload },
  }
  const fact = { type: 'ProviderEventReceived', data }
  return recorded(`providerEvent-${connection_id}.20260101`, fact, { account_id })
}
