import { z } from 'zod'
import {
  WhatsappConnectionUpdated,
  WhatsappMessageEvent,
  WhatsappMessageFailed,
} from './whatsapp-events.ts'

const unnumbered = { sequence: z.null() }

/** An event as whoever asks for it gets it: what is POSTed to webhooks, without a place among what one of them is owed. */
const PulledEvent = z.union([
  z.discriminatedUnion('type', [
    WhatsappMessageEvent.extend(unnumbered),
    WhatsappMessageFailed.extend(unnumbered),
    WhatsappConnectionUpdated.extend(unnumbered),
  ]),
  z
    .record(z.string(), z.unknown())
    .describe("A provider's own event as it came, where `events` lists its name."),
])

/** Answer of GET /events. */
export const EventPage = z.object({
  data: z.array(PulledEvent),
  next_cursor: z.string().describe('What to ask on with, as `after`. Also of an empty page.'),
  has_more: z.boolean().describe('Whether there are events behind this page by now.'),
})
