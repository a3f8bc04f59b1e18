import { readRecovery } from '@recado/application/webhooks/read-recovery'
import { RecoveryId } from '@recado/contract/ids'
import { WebhookRecovery } from '@recado/contract/webhook-recovery'
import { z } from 'zod'
import { queryRoute } from '../routing/query-route.ts'

export const getRecovery = queryRoute({
  operationId: 'getWebhookRecovery',
  url: '/webhooks/recoveries/:id',
  summary: 'Get the progress of a recovery',
  description: 'Extension. Both counts grow while it runs.',
  params: z.object({ id: RecoveryId }),
  problems: [404],
  reply: z.object({ data: WebhookRecovery }),
  answer: async ({ account, params }, run) => {
    const data = await readRecovery(run, { account_id: account.id, recovery_id: params.id })
    return data === null ? null : { data }
  },
})
