import { z } from 'zod'
import { Timestamp } from '../ids.ts'

/** A position in the log, as text because it has up to 63 bits. */
export const Position = z
  .string()
  .regex(/^\d{1,19}$/, 'must be a position of the log')
  .transform(BigInt)
  .refine((position) => position < 2n ** 63n, 'must be a position of the log')
  .describe('A place in the log.')

export const Fact = z
  .object({
    position: z.string().describe('Its place in the whole log.'),
    event_id: z.string().describe('Its own id; a webhook event that reports it has the same.'),
    stream: z.string().describe('The facts that it stands among: category and id.'),
    revision: z.int().describe('Its number in that stream, from 0.'),
    type: z.string().describe('What happened, as in GET /schemas.'),
    at: Timestamp.describe('When it was recorded.'),
    actor: z
      .object({
        type: z.string().describe('Such as user, api_key, provider or system.'),
        id: z.string().describe('The user, the key, or the name of the part of Recado.'),
      })
      .describe('Who recorded it.'),
    correlation_id: z.string().describe('The request or raw event that began the chain of facts.'),
    cause: z.string().describe('The fact or request that caused this one.'),
    data: z.record(z.string(), z.unknown()).describe('What the fact says.'),
    is_cut: z.boolean().describe('Whether long parts of the data are left out.'),
  })
  .meta({
    id: 'Fact',
    description:
      'A fact of the account, without secrets and without the payloads exchanged with providers.',
  })
export type Fact = z.infer<typeof Fact>

export const FactPage = z.object({
  data: z.array(Fact).describe('Facts of the account, newest first.'),
  searched_to: z
    .string()
    .nullable()
    .describe(
      'Everything after it was searched; pass it as `before` to go on. Null: all was searched.',
    ),
})
export type FactPage = z.infer<typeof FactPage>

export const StreamPage = z.object({
  data: z.array(Fact).describe('Facts of one stream, oldest first.'),
  next_revision: z.int().nullable().describe('Pass it as `from` to go on; null at the end.'),
})
export type StreamPage = z.infer<typeof StreamPage>

/** What a live stream left out: the facts after one position, up to another. */
export const Gap = z.object({ from: z.string(), to: z.string() })
export type Gap = z.infer<typeof Gap>
