import { z } from 'zod'
import { Timestamp } from '../ids.ts'

/** A position in the log, as text because it has up to 63 bits. */
export const Position = z
  .string()
  .regex(/^\d{1,19}$/, 'must be a position of the log')
  .transform(BigInt)
  .refine((position) => position < 2n ** 63n, 'must be a position of the log')

/** A fact of the account, without secrets and without the payloads exchanged with providers. */
export const Fact = z
  .object({
    position: z.string(),
    event_id: z.string(),
    stream: z.string(),
    revision: z.int(),
    type: z.string(),
    at: Timestamp,
    actor: z.object({ type: z.string(), id: z.string() }),
    correlation_id: z.string(),
    cause: z.string().describe('The fact or request that caused this one.'),
    data: z.record(z.string(), z.unknown()),
    is_cut: z.boolean().describe('Whether long parts of the data are left out.'),
  })
  .meta({ id: 'Fact' })
export type Fact = z.infer<typeof Fact>

/** Facts of the account, newest first. */
export const FactPage = z.object({
  data: z.array(Fact),
  searched_to: z
    .string()
    .nullable()
    .describe(
      'Everything after it was searched; pass it as `before` to go on. Null: all was searched.',
    ),
})
export type FactPage = z.infer<typeof FactPage>

/** Facts of one stream, oldest first. */
export const StreamPage = z.object({
  data: z.array(Fact),
  next_revision: z.int().nullable().describe('Pass it as `from` to go on; null at the end.'),
})
export type StreamPage = z.infer<typeof StreamPage>

/** What a live stream left out: the facts after one position, up to another. */
export const Gap = z.object({ from: z.string(), to: z.string() })
export type Gap = z.infer<typeof Gap>
