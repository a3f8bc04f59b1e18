import type { MessagesExpired, RetentionApplied } from '@recado/domain/retention/events'
import { accountId } from './account.ts'

export const retentionApplied: RetentionApplied = {
  type: 'RetentionApplied',
  data: {
    account_id: accountId,
    category: 'providerEvent',
    before: '2026-01-02T00:00:00.000Z',
    applied_at: '2027-02-06T00:10:00.000Z',
  },
}

export const messagesExpired: MessagesExpired = {
  type: 'MessagesExpired',
  data: {
    account_id: accountId,
    before: '2026-01-02T00:00:00.000Z',
    expired_at: '2027-02-06T00:10:00.000Z',
  },
}
