import { z } from 'zod'
import { ShownName, shownIdentities } from '../contact.ts'
import {
  ContactId,
  ConversationId,
  DeliveryId,
  MessageId,
  MessageLogId,
  Timestamp,
} from '../ids.ts'
import { MessageDirection, MessageStatus, MessageType, ShownText } from '../message.ts'
import { RawEventId } from '../raw-event.ts'
import { DeliveredEvent, DeliveryAttempt, DeliveryStatus } from '../webhook-delivery.ts'
import { Why } from '../why.ts'

const Anything = z.record(z.string(), z.unknown())

export const Lane = z
  .enum(['you', 'recado', 'whatsapp', 'your_webhook'])
  .describe('On whose side it happened.')
export type Lane = z.infer<typeof Lane>

const TraceActor = z
  .object({
    type: z
      .enum(['api_key', 'user', 'provider', 'operator', 'system'])
      .describe('Whether a program, a person, WhatsApp or Recado itself did it.'),
    id: z.string().describe('The key, the user, or the name of the part of Recado.'),
    name: z.string().nullable().describe('Of a key or a user; null for others.'),
  })
  .describe('Who did it.')

const common = {
  key: z.string().describe('Names the step within the trace; `why.because` refers to it.'),
  lane: Lane,
  at: Timestamp.describe("By Recado's clock."),
  state: z
    .string()
    .nullable()
    .describe('The status of the message after the step; null where the step does not decide it.'),
}

/** What a step is, and so which other fields it has. */
function kindOf<Kind extends string>(kind: Kind, description: string) {
  return z.literal(kind).describe(description)
}

const RequestStep = z.object({
  ...common,
  kind: kindOf('request', 'The request to send it.'),
  request_id: z
    .string()
    .nullable()
    .describe(
      'The x-request-id of its answer, or a keyed id of it where a client chose a text; null where none was recorded.',
    ),
  actor: TraceActor,
  idempotency_key: z
    .string()
    .nullable()
    .describe('The header Idempotency-Key of the request; null without one.'),
})

const FactType = z.string().describe('The type of the fact, as in GET /schemas.')

const FactPosition = z.string().describe('The place of its fact in the log.')

const FactStep = z.object({
  ...common,
  kind: kindOf('fact', 'What Recado recorded in its log.'),
  type: FactType,
  stream: z.string().describe('The facts of the log that it stands among: category and id.'),
  revision: z.int().describe('Its number in that stream, from 0.'),
  position: FactPosition,
  cause: z.string().describe('The fact, or the request, that led to it.'),
  actor: TraceActor,
  data: Anything.describe('What the fact says, without the payloads exchanged with the provider.'),
})

const CallStep = z.object({
  ...common,
  kind: kindOf('provider_call', 'A call to WhatsApp to send the message.'),
  attempt: z.int().describe('Its number among the attempts to send, from 1.'),
  took_ms: z
    .int()
    .nullable()
    .describe('Milliseconds from the claim to the outcome; null where the claim is unknown.'),
  outcome: z
    .enum(['accepted', 'refused', 'deferred', 'unknown'])
    .describe(
      '`deferred`: nothing was sent; another attempt follows. `unknown`: WhatsApp did not answer.',
    ),
  request: z.unknown().describe('What WhatsApp was sent; null where it is not recorded.'),
  answer: z.unknown().describe('What WhatsApp answered, or its error; null without an answer.'),
})

/** The provider reported a status, or the message itself. */
const ReportStep = z.object({
  ...common,
  kind: kindOf('status', 'What WhatsApp reported.'),
  at: Timestamp.describe('By the clock of the provider.'),
  type: z.string().describe('The status that was reported, or the type of the message.'),
  position: FactPosition,
  recorded_at: Timestamp.describe("By Recado's clock, like `at` of all other steps."),
  raw_event_id: RawEventId.nullable().describe(
    'The raw event that it was read from; null until GET /webhook-events has it.',
  ),
  data: Anything.describe('The report as Recado understood it.'),
})

const DeliveryStep = z.object({
  ...common,
  kind: kindOf('delivery', 'A delivery to your webhook began.'),
  delivery_id: DeliveryId,
  event: DeliveredEvent,
  status: DeliveryStatus,
  target_url: z
    .string()
    .describe('The URL of the last attempt; before the first, the URL of the webhook.'),
})

const AttemptStep = z.object({
  ...common,
  kind: kindOf('attempt', 'A POST to your webhook.'),
  delivery_id: DeliveryId,
  event: DeliveredEvent,
  ...DeliveryAttempt.omit({ at: true }).shape,
})

export const TraceStep = z.discriminatedUnion('kind', [
  RequestStep,
  FactStep,
  CallStep,
  ReportStep,
  DeliveryStep,
  AttemptStep,
])
export type TraceStep = z.infer<typeof TraceStep>

const TraceWhy = Why.extend({
  because: z.array(z.string()).describe('The keys of the steps that show it.'),
})

export const MessageTrace = z
  .object({
    subject: z
      .object({
        kind: kindOf('message', 'What is traced: always a message.'),
        id: MessageId,
        log_id: MessageLogId.nullable().describe(
          'Its `id` in GET /messages; null until lists show it.',
        ),
        direction: MessageDirection,
        type: MessageType,
        text: ShownText,
        status: MessageStatus,
        conversation_id: ConversationId,
        contact: z
          .object({ id: ContactId, name: ShownName, phone: shownIdentities.phone })
          .nullable()
          .describe('The recipient or the sender. Null until lists show it.'),
      })
      .describe('The message that is traced.'),
    why: TraceWhy.nullable().describe(
      'The rule behind a state that needs an explanation; null for any other.',
    ),
    steps: z.array(TraceStep).describe('Everything that happened, in order.'),
    is_cut: z.boolean().describe('Whether there are more steps than are shown.'),
    as_of: z.string().describe('The place in the log up to which it is complete.'),
  })
  .meta({ id: 'MessageTrace', description: 'The whole history of a message.' })
export type MessageTrace = z.infer<typeof MessageTrace>
