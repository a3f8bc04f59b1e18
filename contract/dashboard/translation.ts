import { z } from 'zod'
import { ConnectionType } from '../connection.ts'
import { ConnectionId, Timestamp, Uuid } from '../ids.ts'
import { RawEventId } from '../raw-event.ts'

const Anything = z.record(z.string(), z.unknown())
const NativeName = z.string().describe("The provider's name, such as messages or statuses.")
const ReceivedAt = Timestamp.describe('When it was stored.')

export const RawEventHead = z
  .object({
    id: RawEventId,
    source: ConnectionType,
    event: NativeName,
    connection_id: ConnectionId,
    size: z.int().describe('Size of the stored event, in bytes.'),
    received_at: ReceivedAt,
  })
  .meta({ id: 'RawEventHead', description: 'A raw event without its content.' })
export type RawEventHead = z.infer<typeof RawEventHead>

const KeptRawEvent = z.object({
  id: RawEventId,
  event_id: Uuid.describe('The fact that stores it.'),
  source: ConnectionType,
  event: NativeName,
  connection_id: ConnectionId,
  received_at: ReceivedAt,
  payload: Anything.describe('The event as it came.'),
  body: z
    .string()
    .nullable()
    .describe('The body as it was posted and signed; null where it is not stored.'),
  body_sha256: z.string().describe('The hash of the whole body, in hex.'),
  body_length: z
    .int()
    .nullable()
    .describe('Characters of the whole body; null where it is not stored.'),
})

/** An intent of a raw event, by the present version of the translation. */
const TranslatedIntent = z.object({
  index: z.int().describe('Its place among the intents of the raw event, from 0.'),
  kind: z.string().describe('What it means, such as a message or a status.'),
  data: Anything.describe('What was read from the bytes.'),
})

const RecordedFact = z.object({
  event_id: Uuid.describe('The fact.'),
  type: z.string().describe('What happened, as in GET /schemas.'),
  stream: z.string().describe('The facts that it stands among: category and id.'),
  position: z.string().describe('Its place in the whole log.'),
  recorded_at: Timestamp.describe('When it was added to the log.'),
  translation_version: z.int().describe('The version of the translation that it is based on.'),
  intent: z.int().nullable().describe('The intent that it records, where that is known.'),
  data: Anything.describe('What the fact says.'),
})

/** A difference, or something that cannot be proved. */
const TranslationDifference = z.object({
  verdict: z
    .enum(['difference', 'unprovable'])
    .describe('Whether the log differs from the bytes, or cannot be compared with them.'),
  what: z.string().describe('Which rule of the comparison it breaks.'),
  intent: z.int().nullable().describe('The intent it is about; null for none.'),
  event_id: Uuid.describe('The fact it is about, or the raw event.'),
  detail: z.string().describe('What differs, in words.'),
})

export const Translation = z
  .object({
    raw: KeptRawEvent.describe('What is stored.'),
    signature_valid: z
      .boolean()
      .nullable()
      .describe('Whether the signature is valid; null where that cannot be proved.'),
    signature_reason: z
      .string()
      .nullable()
      .describe('Why the signature is not valid, or cannot be proved.'),
    translation_version: z.int().describe('The version that gives the intents below.'),
    intents: z.array(TranslatedIntent).describe('What the bytes mean today.'),
    recorded: z.array(RecordedFact).describe('The facts that were recorded for it.'),
    differences: z
      .array(TranslationDifference)
      .describe('Differences between the bytes and the facts; empty if there are none.'),
    is_cut: z.boolean().describe('Whether the comparison is incomplete, or texts are shortened.'),
  })
  .meta({
    id: 'Translation',
    description:
      'A raw event, the intents that its bytes give today, and the facts recorded for it.',
  })
export type Translation = z.infer<typeof Translation>
