import { z } from 'zod'

/** The UUID of a resource, accepted in either case and converted to lower case. */
export const Uuid = z.guid().toLowerCase()

/** An integer id as resources show it: of the message log and of raw provider events. */
export const LogId = z.int().nonnegative().meta({ format: 'int64' })

/** An integer id as a path carries it. */
export const LogIdText = z
  .string()
  .regex(/^\d{1,16}$/, 'must be an integer')
  .transform(Number)
  .refine(Number.isSafeInteger, 'is too large')
  .meta({ openapi: { type: 'integer', format: 'int64', minimum: 0 } })

/** An instant in UTC, ISO 8601 with milliseconds. */
export const Timestamp = z.iso.datetime()

// What several resources show or take is described here, once.

export const ConnectionId = Uuid.describe('A number of the account, as in GET /connections.')

export const ContactId = Uuid.describe(
  'The person. After a merge, the ids of both contacts lead to the one that continues.',
)

export const ConversationId = Uuid.describe(
  'One person on one number. POST /messages takes it to reply.',
)

export const StageId = Uuid.describe('A stage of the funnel, as in GET /stages.')

export const MessageId = Uuid.describe('The message, as `message_id` in GET /messages.')

export const MessageLogId = LogId.describe('The message, as `id` in GET /messages.')

export const DeliveryId = Uuid.describe('A delivery, as in GET /webhooks/deliveries.')

export const RecoveryId = Uuid.describe('A recovery, from the answer of POST /webhooks/recover.')

export const AccountId = Uuid.describe('The account that the number belongs to.')

/** The time of most records. */
/** Marks a message of which what was said is kept no longer. */
export const Expired = z
  .literal(true)
  .optional()
  .describe(
    'Present once the message is older than the operator keeps what is said: its text is empty, its content and payload are null. Extension.',
  )

/** Marks what a person was erased from. */
export const Erased = z
  .literal(true)
  .optional()
  .describe(
    'Present once the person was erased: what said something of it is null or empty. Extension.',
  )

export const CreatedAt = Timestamp.describe('When Recado recorded it.')
