import { z } from 'zod'
import { Connection } from './connection.ts'

export const ProblemCode = z
  .enum([
    'invalid_body',
    'query_error',
    'unauthorized',
    'forbidden',
    'upgrade_required',
    'not_found',
    'method_not_allowed',
    'ambiguous_connection',
    'idempotency_in_progress',
    'payload_too_large',
    'unsupported_media_type',
    'validation',
    'invalid_type',
    'rate_limited',
    'internal_error',
    'provider_error',
    'unavailable',
  ])
  .describe('What is wrong, for programs.')

/** A connection that a phone number may mean: an entry of `candidates` in 409 `ambiguous_connection`. */
const Candidate = Connection.omit({ capabilities: true })

export const Problem = z
  .object({
    error: z
      .object({
        code: ProblemCode,
        message: z
          .string()
          .describe('Names what is wrong and, for an input, the field and its rule.'),
        filling: z
          .object({
            percent: z.int().nullable().describe('How far they are; null before that is known.'),
            seconds_left: z.int().nullable().describe('Estimated; null before that is known.'),
          })
          .optional()
          .describe(
            'With unavailable, while the read models are being filled from the log: how far they are.',
          ),
        candidates: z
          .array(Candidate)
          .optional()
          .describe('With ambiguous_connection only: the connections that have the number.'),
      })
      .describe('Why the request was not carried out.'),
  })
  .meta({ id: 'Problem', description: 'The body of every answer that is not a success.' })
export type Problem = z.infer<typeof Problem>
