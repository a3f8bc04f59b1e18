import {
  countSuspended,
  type SuspendedSend,
  suspendedSends,
} from '@recado/application/sending/suspended-sends'
import { Timestamp } from '@recado/contract/ids'
import { wholeNumber } from '@recado/contract/page'
import { runOn } from '@recado/infra/postgres/run'
import { z } from 'zod'
import { operatorRoute } from '../routing/route.ts'

const MAX_LISTED = 200

const Listed = z.object({
  message_id: z.uuid(),
  account_id: z.uuid(),
  connection_id: z.uuid(),
  conversation_id: z.uuid(),
  log_id: z.int(),
  type: z.string(),
  recipient: z.object({
    phone: z.string().nullable(),
    business_scoped_user_id: z.string().nullable(),
  }),
  requested_at: Timestamp,
  send_state: z
    .enum(['requested', 'deferred', 'unresolved'])
    .describe(
      'requested: a call may have begun. deferred: nothing was sent. unresolved: it may have been sent.',
    ),
  attempts: z.int(),
  last_attempt_at: Timestamp.nullable(),
  status: z.string(),
  provider_message_id: z.string().nullable(),
})

export const listSuspendedSendsRoute = operatorRoute({
  method: 'GET',
  url: '/suspended-sends',
  summary: 'List the sends that wait since a restore',
  description: `The oldest ${MAX_LISTED} sends that were open in the log of a backup, as they were then: some of them may have gone out
    after the backup. None goes out unless you release it; a status of the provider removes it from the list. \`after\` is the
    \`log_id\` of the last send of the previous page. \`suspended_at\` is null when nothing was restored.`,
  query: z.object({ after: wholeNumber(0).default(0) }),
  reply: {
    200: z.object({
      data: z.array(Listed),
      total: z.int(),
      suspended_at: Timestamp.nullable(),
    }),
  },
  async handle({ query }, { pool, vault }) {
    const { known } = await vault.knownLog.recall()
    const to = known?.suspended_to ?? null
    const run = runOn(pool)
    const data = await run<SuspendedSend>(suspendedSends(to, query.after, MAX_LISTED))
    const [counted] = await run<{ total: number }>(countSuspended(to))
    const body = { data, total: counted?.total ?? 0, suspended_at: known?.suspended_at ?? null }
    return { status: 200, body, position: null }
  },
})
