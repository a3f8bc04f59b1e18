import { z } from 'zod'
import { LogId, Timestamp, Uuid } from '../ids.ts'
import { attemptFailure, Why } from '../why.ts'

const Anything = z.record(z.string(), z.unknown())

/** The party on whose side a step happened. */
export const Lane = z.enum(['you', 'recado', 'whatsapp', 'your_webhook'])
export type Lane = z.infer<typeof Lane>

const TraceActor = z.object({
  type: z.enum(['api_key', 'user', 'provider', 'operator', 'system']),
  id: z.string(),
  name: z.string().nullable(),
})

const common = {
  key: z.string(),
  lane: Lane,
  at: Timestamp,
  /** The state of the message after the step. */
  state: z.string().nullable(),
}

const RequestStep = z.object({
  ...common,
  kind: z.literal('request'),
  request_id: z.string().nullable(),
  actor: TraceActor,
  idempotency_key: z.string().nullable(),
})

const FactStep = z.object({
  ...common,
  kind: z.literal('fact'),
  type: z.string(),
  stream: z.string(),
  revision: z.int(),
  position: z.string(),
  cause: z.string(),
  actor: TraceActor,
  data: Anything.describe('Without the payloads exchanged with the provider.'),
})

const CallStep = z.object({
  ...common,
  kind: z.literal('provider_call'),
  attempt: z.int(),
  took_ms: z.int().nullable().describe('From the claim to the outcome.'),
  outcome: z
    .enum(['accepted', 'refused', 'deferred', 'unknown'])
    .describe('`deferred`: nothing was sent, and it is tried again.'),
  request: z.unknown(),
  answer: z.unknown(),
})

/** The provider reported a status, or the message itself. */
const ReportStep = z.object({
  ...common,
  kind: z.literal('status'),
  at: Timestamp.describe('By the clock of the provider.'),
  type: z.string(),
  position: z.string(),
  recorded_at: Timestamp.describe('By our clock, like `at` of all other steps.'),
  raw_event_id: LogId.nullable(),
  data: Anything,
})

const DeliveryStep = z.object({
  ...common,
  kind: z.literal('delivery'),
  delivery_id: Uuid,
  event: z.string(),
  status: z.string(),
  target_url: z.string(),
})

const AttemptStep = z.object({
  ...common,
  kind: z.literal('attempt'),
  delivery_id: Uuid,
  event: z.string(),
  attempt: z.int(),
  outcome: z.string(),
  http_status: z.int().nullable(),
  took_ms: z.int(),
  ...attemptFailure,
  next_at: Timestamp.nullable(),
  answer_excerpt: z.string().nullable(),
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

/** The rule that explains the state, and the steps that it is based on. */
const TraceWhy = Why.extend({
  because: z.array(z.string()).describe('Keys of steps.'),
})

export const MessageTrace = z
  .object({
    subject: z.object({
      kind: z.literal('message'),
      id: Uuid,
      log_id: LogId.nullable().describe('Null until the read models have it.'),
      direction: z.enum(['inbound', 'outbound']),
      type: z.string(),
      text: z.string(),
      status: z.string(),
      conversation_id: Uuid,
      contact: z
        .object({ id: Uuid, name: z.string().nullable(), phone: z.string().nullable() })
        .nullable()
        .describe('The recipient or the sender. Null until the read models have it.'),
    }),
    why: TraceWhy.nullable(),
    steps: z.array(TraceStep),
    is_cut: z.boolean().describe('Whether there are more steps than are shown.'),
    as_of: z.string().describe('Position of the newest fact in it.'),
  })
  .meta({ id: 'MessageTrace' })
export type MessageTrace = z.infer<typeof MessageTrace>
