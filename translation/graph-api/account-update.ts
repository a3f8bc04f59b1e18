import type { ConnectionNoticed, ConnectionStatus } from '@recado/domain/connection/events'
import { asRecord, asText, type Json } from '@recado/domain/provider-event/loose-json'
import type { Intent } from '../intent.ts'
import { unixTime } from '../unix-time.ts'

/** Webhook fields about a number or its account, and the kind of notice recorded for each. */
const NOTICES = new Map<string, ConnectionNoticed['data']['kind']>(
  Object.entries({
    phone_number_quality_update: 'quality',
    phone_number_name_update: 'name',
    account_update: 'account',
    account_alerts: 'account',
    account_review_update: 'review',
    business_capability_update: 'capability',
  }),
)

/** Events of `account_update` that end or restore the use of the account's numbers. */
const STATUSES = new Map<string, ConnectionStatus>(
  Object.entries({
    ACCOUNT_DELETED: 'disconnected',
    ACCOUNT_OFFBOARDED: 'disconnected',
    PARTNER_REMOVED: 'disconnected',
    ACCOUNT_RECONNECTED: 'connected',
  }),
)

/** Ban states of DISABLED_UPDATE. SCHEDULE_FOR_DISABLE is absent: a ban that is only scheduled changes nothing. */
const BANS = new Map<string, ConnectionStatus>(
  Object.entries({
    DISABLE: 'disconnected',
    REINSTATE: 'connected',
  }),
)

/**
 * Reads a webhook field about a number or its account: a connection status or a notice; nothing for other fields.
 * @param time of the entry, by which a status that arrives late is recognised
 */
export function accountUpdate(
  field: string,
  value: Json,
  time: unknown,
  receivedAt: string,
): readonly Intent[] {
  const notice = NOTICES.get(field)
  if (notice === undefined) return []
  const status = field === 'account_update' ? statusOf(value) : undefined
  if (status === undefined) return [{ kind: 'connection_noticed', notice, value }]
  const told_at = unixTime(time, receivedAt, '')
  const details = told_at === '' ? value : { ...value, told_at }
  return [{ kind: 'connection_status', status, reason: field, details }]
}

function statusOf(value: Json): ConnectionStatus | undefined {
  const event = asText(value.event) ?? ''
  if (event !== 'DISABLED_UPDATE') return STATUSES.get(event)
  return BANS.get(asText(asRecord(value.ban_info).waba_ban_state) ?? '')
}
