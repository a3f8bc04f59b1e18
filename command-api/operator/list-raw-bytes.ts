import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import { DEADLINES } from '@recado/infra/deadlines'
import { z } from 'zod'
import { largestOwners } from '../hooks/raw-bytes.ts'
import { operatorRoute } from '../routing/route.ts'

const MAX_LISTED = 200

const RawBytes = z.object({
  account_id: z.uuid().nullable(),
  account_name: z.string().nullable(),
  owner: z
    .string()
    .describe(
      'The account’s id, or `hook …` or `waba …` for an app or a business account that belongs to no single account.',
    ),
  bytes: z.int(),
  is_refused: z.boolean().describe('Whether the day’s quota is used up.'),
})

export const listRawBytesRoute = operatorRoute({
  method: 'GET',
  url: '/raw-bytes',
  summary: 'List accounts by the raw bytes that they received in a day',
  description: `The ${MAX_LISTED} owners with the most bytes on one of the last 31 days. Bytes are those of provider events as hooks
    received them, counted by UTC day. What other processes counted in the last second may be missing; without a quota, in the last
    minute.`,
  query: z.object({ day: z.iso.date().optional().describe('Today (UTC) by default.') }),
  reply: {
    200: z.object({
      data: z.array(RawBytes),
      day: z.iso.date(),
      quota: z.int().nullable().describe('RAW_BYTES_PER_DAY; null without one.'),
    }),
  },
  async handle({ query }, { pool, registry, rawQuota, config, now }) {
    await answerWithin(DEADLINES.check, rawQuota.flush())
    const day = query.day ?? now().toISOString().slice(0, 10)
    const quota = config.RAW_BYTES_PER_DAY === 0 ? null : config.RAW_BYTES_PER_DAY
    const data = (await largestOwners(pool, day, MAX_LISTED)).map(({ owner, bytes }) => {
      const account = registry.account(owner)
      return {
        ...{ account_id: account?.id ?? null, account_name: account?.name ?? null, owner, bytes },
        is_refused: quota !== null && bytes >= quota,
      }
    })
    return { status: 200, body: { data, day, quota }, position: null }
  },
})
