import { z } from 'zod'
import { textOfKind } from './bounds.ts'
import { Uuid } from './ids.ts'
import { EventName } from './kinds.ts'
import { STRUCTURED_EVENTS } from './whatsapp-event-names.ts'

export const Webhook = z
  .object({
    id: Uuid,
    connection_id: Uuid,
    url: z.string().describe('http or https.'),
    events: z.array(z.string()).describe('Empty: every structured event.'),
    secret: z
      .string()
      .nullable()
      .describe(
        'Signs the deliveries. Null when it was lost: configure the webhook with another one.',
      ),
    active: z.boolean(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

/** Body of PUT /webhooks: the whole configuration. */
export const WebhookConfiguration = z.object({
  connection_id: Uuid,
  url: textOfKind('url').min(1).describe('http or https, without credentials.'),
  events: z.array(EventName).max(100).default([]),
  secret: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('Without it the current secret stays, or a new one is generated.'),
  active: z.boolean().default(true),
})

/** Body of POST /webhooks/test. */
export const WebhookTest = z.object({
  connection_id: Uuid,
  event: EventName.describe('Any event that a webhook of the connection can list.'),
})

/** Answer of GET /webhooks. */
export const Webhooks = z.object({
  data: z.array(Webhook),
  structured_events: z.array(z.enum(STRUCTURED_EVENTS)),
})
