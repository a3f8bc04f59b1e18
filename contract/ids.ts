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
