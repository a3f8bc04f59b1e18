import { z } from 'zod'
import { textOfKind } from './bounds.ts'
import { ConnectionId, Uuid } from './ids.ts'
import { EventName } from './kinds.ts'
import { STRUCTURED_EVENTS } from './whatsapp-event-names.ts'

const LISTED =
  'Names of the events that the webhook receives. Empty: every structured event. `webhook.failing`, `contact.erased` and `log.sealed` only where they are listed.'
const ACTIVE = 'Whether events are posted now; while they are not, deliveries wait.'

export const Webhook = z
  .object({
    id: Uuid.describe('The configuration; it stays the same when its values change.'),
    connection_id: ConnectionId,
    url: z.string().describe('Where events are posted, http or https.'),
    events: z.array(z.string()).describe(LISTED),
    secret: z
      .string()
      .nullable()
      .describe(
        'Signs the deliveries. Null when it was lost: configure the webhook with a new one.',
      ),
    active: z.boolean().describe(ACTIVE),
  })
  .meta({ id: 'Webhook', description: 'Where the events of a connection are posted.' })
export type Webhook = z.infer<typeof Webhook>

/** Body of PUT /webhooks: the whole configuration. */
export const WebhookConfiguration = z.object({
  connection_id: ConnectionId,
  url: textOfKind('url')
    .min(1)
    .describe('Where to post events, http or https, without credentials.'),
  events: z.array(EventName).max(100).default([]).describe(LISTED),
  secret: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe(
      'Signs the deliveries. Without it the current secret stays, or a new one is generated.',
    ),
  active: z.boolean().default(true).describe(ACTIVE),
})

/** Body of POST /webhooks/test. */
export const WebhookTest = z.object({
  connection_id: ConnectionId,
  event: EventName.describe('Any event that a webhook of the connection can list.'),
})

/** Answer of GET /webhooks. */
export const Webhooks = z.object({
  data: z.array(Webhook).describe('One configuration for each connection that has one.'),
  structured_events: z
    .array(z.enum(STRUCTURED_EVENTS))
    .describe(
      'The events that a webhook with an empty list gets. It can also list `webhook.failing`, `contact.erased`, `log.sealed` and native names of the provider.',
    ),
})
