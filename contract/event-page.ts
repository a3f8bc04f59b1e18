import { z } from 'zod'
import {
  ContactErased,
  LogSealed,
  WebhookFailing,
  WhatsappConnectionUpdated,
  WhatsappMessageEvent,
  WhatsappMessageFailed,
} from './whatsapp-events.ts'

const unnumbered = {
  sequence: z.null().describe('Always null here: only the deliveries to one webhook are numbered.'),
}

/** An event as GET /events returns it: the body POSTed to webhooks, but without a `sequence`. */
const PulledEvent = z.union([
  z.discriminatedUnion('type', [
    WhatsappMessageEvent.extend(unnumbered),
    WhatsappMessageFailed.extend(unnumbered),
    WhatsappConnectionUpdated.extend(unnumbered),
    WebhookFailing.extend(unnumbered),
    ContactErased.extend(unnumbered),
    LogSealed.extend(unnumbered),
  ]),
  z
    .record(z.string(), z.unknown())
    .describe(
      "A provider's own event as it came, where `events` lists its name. Of one above 890 KiB only the envelope, with `oversized` inside and `payload_url`, the path at which GET reads it whole.",
    ),
])

/** Answer of GET /events. */
export const EventPage = z.object({
  data: z.array(PulledEvent).describe('Events in the order of the log, the oldest first.'),
  next_cursor: z
    .string()
    .describe('Pass it as `after` to get the next page. An empty page has one too.'),
  has_more: z.boolean().describe('Whether more events follow this page at present.'),
})
