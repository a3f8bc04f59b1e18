import type { ConnectionNoticed, ConnectionStatus } from '@recado/domain/connection/events'
import { asRecord, asText } from '@recado/domain/provider-event/loose-json'
import type { Intent } from '../intent.ts'

type Json = Readonly<Record<string, unknown>>

/** Fields that tell something about a number or its account, and the kind we note them as. */
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

/** The states of a ban, told by DISABLED_UPDATE; one that is only scheduled changes nothing yet. */
const BANS = new Map<string, ConnectionStatus>(
  Object.entries({
    DISABLE: 'disconnected',
    REINSTATE: 'connected',
  }),
)

/** News about a number or an account: a status of the connection, or a notice; nothing for other fields. */
export function accountUpdate(field: string, value: Json): readonly Intent[] {
  const notice = NOTICES.get(field)
  if (notice === undefined) return []
  const status = field === 'account_update' ? statusOf(value) : undefined
  if (status === undefined) return [{ kind: 'connection_noticed', notice, value }]
  return [{ kind: 'connection_status', status, reason: field, details: value }]
}

function statusOf(value: Json): ConnectionStatus | undefined {
  const event = asText(value.event) ?? ''
  if (event !== 'DISABLED_UPDATE') return STATUSES.get(event)
  return BANS.get(asText(asRecord(value.ban_info).waba_ban_state) ?? '')
}
