import { z } from 'zod'
import { ConnectionType } from '../connection.ts'
import { LogId, Timestamp, Uuid } from '../ids.ts'

const Anything = z.record(z.string(), z.unknown())

/** A raw event as an item of the dashboard's list. */
export const RawEventHead = z
  .object({
    id: LogId,
    source: ConnectionType,
    event: z.string(),
    connection_id: Uuid,
    size: z.int().describe('Size of the stored event, in bytes.'),
    received_at: Timestamp,
  })
  .meta({ id: 'RawEventHead' })
export type RawEventHead = z.infer<typeof RawEventHead>

const KeptRawEvent = z.object({
  id: LogId,
  event_id: Uuid,
  source: z.string(),
  event: z.string(),
  connection_id: Uuid,
  received_at: Timestamp,
  payload: Anything,
  body: z
    .string()
    .nullable()
    .describe('The body as it was posted and signed; null where it is not stored.'),
  body_sha256: z.string(),
  body_length: z.int().nullable().describe('Characters of the whole body.'),
})

/** An intent of a raw event, by the present version of the translation. */
const TranslatedIntent = z.object({
  index: z.int().describe('Its place among the intents of the raw event, from 0.'),
  kind: z.string(),
  data: Anything,
})

const RecordedFact = z.object({
  event_id: Uuid,
  type: z.string(),
  stream: z.string(),
  position: z.string(),
  recorded_at: Timestamp,
  translation_version: z.int().describe('The version of the translation that it is based on.'),
  intent: z.int().nullable().describe('The intent that it records, where that is known.'),
  data: Anything,
})

/** A difference, or something that cannot be proved. */
const TranslationDifference = z.object({
  verdict: z.enum(['difference', 'unprovable']),
  what: z.string(),
  intent: z.int().nullable(),
  event_id: Uuid.describe('The fact it is about, or the raw event.'),
  detail: z.string(),
})

/** A raw event, the intents that its bytes give today, and the facts that were recorded for it. */
export const Translation = z
  .object({
    raw: KeptRawEvent,
    signature_valid: z.boolean().nullable().describe('Null where it cannot be proved.'),
    signature_reason: z.string().nullable().describe('Why it is not valid, or cannot be proved.'),
    translation_version: z.int(),
    intents: z.array(TranslatedIntent),
    recorded: z.array(RecordedFact),
    differences: z.array(TranslationDifference),
    is_cut: z.boolean().describe('Whether the comparison is incomplete, or texts are shortened.'),
  })
  .meta({ id: 'Translation' })
export type Translation = z.infer<typeof Translation>
