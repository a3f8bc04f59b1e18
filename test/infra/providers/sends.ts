import type { OutboundMessage } from '@recado/infra/providers/send-call'
import type { ConnectionEntry } from '@recado/infra/registry-entries'

/** A connection of the official API whose token is in the vault. */
export const officialNumber: ConnectionEntry = {
  id: 'c1',
  account_id: 'a1',
  type: 'official',
  status: 'connected',
  phone_number: '+55 11 3333-0001',
  phone_number_digits: '551133330001',
  phone_number_id: '106',
  waba_id: '2106',
  session: null,
  secret_refs: { token: 'token-reference' },
  hooks: [],
  messages_per_second: null,
  ...{ gateway_id: null, placement: 0, former_gateways: [] },
  released: false,
}

/** A connection paired with a gateway. */
export const pairedNumber: ConnectionEntry = {
  ...officialNumber,
  type: 'freemium',
  phone_number: '5521933330001',
  phone_number_digits: '5521933330001',
  phone_number_id: null,
  waba_id: null,
  session: 'conn_1',
  secret_refs: {},
}

/** A text to a recipient known by phone. */
export const textMessage: OutboundMessage = {
  message_id: 'm1',
  message_type: 'text',
  recipient: { phone: '5531987654321', business_scoped_user_id: null, wa_id: null },
  text: 'Olá',
  content: null,
  reply_to_message_id: null,
  correlation: 'm1',
  attempt: 1,
}
