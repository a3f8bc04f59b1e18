import type { ConnectionEntry } from '../../registry-entries.ts'

const PERSON = '5531987654321'

/** An invented change of Meta's webhooks, in the form in which a webhook that lists it would receive it. */
export function sampleGraphEvent(
  event: string,
  connection: ConnectionEntry,
  seconds: number,
): object {
  const metadata = {
    display_phone_number: connection.phone_number_digits,
    phone_number_id: connection.phone_number_id,
  }
  const timestamp = String(seconds)
  const ofNumber = { messaging_product: 'whatsapp', metadata }
  const change = SAMPLES[event]?.(timestamp) ?? {}
  const isOfAccount = /^(account|business|message_template|template|phone_number|security)/.test(
    event,
  )
  const value = isOfAccount ? change : { ...ofNumber, ...change }
  const field = event === 'statuses' ? 'messages' : event
  const entry = { id: connection.waba_id, time: seconds, changes: [{ field, value }] }
  return { object: 'whatsapp_business_account', entry: [entry] }
}

type Sample = (timestamp: string) => object

const echo: Sample = (timestamp) => ({
  message_echoes: [
    { id: 'wamid.EXAMPLE_ECHO', to: PERSON, timestamp, type: 'text', text: { body: 'Bom dia' } },
  ],
})
const template = {
  ...{ message_template_id: 594425479261596, message_template_name: 'order_ready' },
  message_template_language: 'pt_BR',
}

/** Fields of the events that most receivers read; other events have only the common fields. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  messages: (timestamp) => ({
    contacts: [{ profile: { name: 'Ana Reis' }, wa_id: PERSON }],
    messages: [
      { from: PERSON, id: 'wamid.EXAMPLE_IN', timestamp, type: 'text', text: { body: 'Oi' } },
    ],
  }),
  statuses: (timestamp) => ({
    statuses: [{ id: 'wamid.EXAMPLE_OUT', status: 'delivered', timestamp, recipient_id: PERSON }],
  }),
  message_echoes: echo,
  smb_message_echoes: echo,
  calls: (timestamp) => ({
    calls: [
      {
        id: 'wacid.EXAMPLE',
        from: PERSON,
        event: 'connect',
        direction: 'USER_INITIATED',
        timestamp,
      },
    ],
  }),
  user_preferences: (timestamp) => ({
    user_preferences: [{ wa_id: PERSON, category: 'marketing_messages', value: 'stop', timestamp }],
  }),
  message_template_status_update: () => ({ ...template, event: 'APPROVED', reason: 'NONE' }),
  message_template_quality_update: () => ({
    ...template,
    ...{ previous_quality_score: 'GREEN', new_quality_score: 'YELLOW' },
  }),
  template_category_update: () => ({
    ...template,
    ...{ previous_category: 'UTILITY', new_category: 'MARKETING' },
  }),
  phone_number_quality_update: () => ({ event: 'FLAGGED', current_limit: 'TIER_1K' }),
  phone_number_name_update: () => ({
    ...{ decision: 'APPROVED', requested_verified_name: 'Padaria Estrela' },
  }),
  account_update: () => ({ event: 'ACCOUNT_RESTRICTION', restriction_info: [] }),
  account_review_update: () => ({ decision: 'APPROVED' }),
}
