import { changeBusinessProfile } from '@recado/domain/connection/change-business-profile'
import { changeConnectionStatus } from '@recado/domain/connection/change-connection-status'
import { changeConnectionThroughput } from '@recado/domain/connection/change-connection-throughput'
import { connection } from '@recado/domain/connection/connection'
import { endFormerSession } from '@recado/domain/connection/end-former-session'
import { learnConnectionNumber } from '@recado/domain/connection/learn-connection-number'
import { moveConnection } from '@recado/domain/connection/move-connection'
import { recordConnectionNotice } from '@recado/domain/connection/record-connection-notice'
import { recoverConnection } from '@recado/domain/connection/recover-connection'
import { registerConnection } from '@recado/domain/connection/register-connection'
import { releaseConnection } from '@recado/domain/connection/release-connection'
import { replaceCredentials } from '@recado/domain/connection/replace-credentials'
import { reportHistory } from '@recado/domain/connection/report-history'
import { claimNumber } from '@recado/domain/connection-number/claim-number'
import { connectionNumber } from '@recado/domain/connection-number/connection-number'
import { releaseNumber } from '@recado/domain/connection-number/release-number'
import { advanceRecovery } from '@recado/domain/delivery-recovery/advance-recovery'
import { completeRecovery } from '@recado/domain/delivery-recovery/complete-recovery'
import { deliveryRecovery } from '@recado/domain/delivery-recovery/delivery-recovery'
import { requestRecovery } from '@recado/domain/delivery-recovery/request-recovery'
import { changeGateway } from '@recado/domain/gateway/change-gateway'
import { changeGatewayStatus } from '@recado/domain/gateway/change-gateway-status'
import { gateway } from '@recado/domain/gateway/gateway'
import { registerGateway } from '@recado/domain/gateway/register-gateway'
import { removeGateway } from '@recado/domain/gateway/remove-gateway'
import { configureWebhook } from '@recado/domain/webhook/configure-webhook'
import { deactivateWebhook } from '@recado/domain/webhook/deactivate-webhook'
import { noticeFailure } from '@recado/domain/webhook/notice-failure'
import { webhook } from '@recado/domain/webhook/webhook'
import fc from 'fast-check'
import { accountId } from '../../examples/account.ts'
import {
  businessProfileChanged,
  connectionId as connection_id,
  connectionNoticed,
  connectionRegistered,
  connectionStatusChanged,
  freemiumRegistered,
  numberClaimed,
} from '../../examples/connection.ts'
import { gatewayId as gateway_id, gatewayRegistered } from '../../examples/gateway.ts'
import { asked, askedTwice } from './asked.ts'
import { times as at, ids, orNull, varied } from './values.ts'

const status = fc.constantFrom('connected' as const, 'error' as const, 'pending' as const)
const url = fc.constantFrom('https://one.example', 'https://two.example')
const phone_number = fc.constantFrom('+55 11 98765-4321', '5511987654321', '+55 21 91234-5678')
const registrations = fc.constantFrom(connectionRegistered.data, freemiumRegistered.data)
const secrets = fc.record({ token: ids, app_secret: ids }, { requiredKeys: [] }) as fc.Arbitrary<
  Record<string, string>
>
const recovery = { recovery_id: 'r1', connection_id, webhook_id: 'w1' }
const places = fc.constantFrom(-1, 0, 1)
const { reason, details } = connectionStatusChanged.data
const { registered_at: ___, ...registered } = gatewayRegistered.data
const { noticed_at: _, ...noticed } = connectionNoticed.data
const { claimed_at: __, ...claimed } = numberClaimed.data

export const connections = [
  ...askedTwice(connection, [
    asked(
      registerConnection,
      fc.tuple(registrations, at).map(([data, at]) => {
        const { registered_at: _, phone_number_digits: __, ...given } = data
        return { ...given, connection_id, at }
      }),
    ),
    asked(changeConnectionStatus, varied({ connection_id, reason, details }, { status, at })),
    asked(moveConnection, varied({ connection_id }, { gateway_id: orNull(ids), at })),
    asked(endFormerSession, varied({ connection_id }, { gateway_id: orNull(ids), at })),
    asked(recoverConnection, varied({ connection_id }, { at })),
    asked(releaseConnection, varied({ connection_id }, { at })),
    asked(learnConnectionNumber, varied({ connection_id }, { phone_number, at })),
    asked(
      replaceCredentials,
      varied(
        { connection_id },
        {
          ...{ secret_refs: secrets, compared_with: orNull(ids) },
          ...{ keep_previous: fc.boolean(), hooks: fc.subarray(['one', 'two']), at },
        },
      ),
    ),
    asked(recordConnectionNotice, varied(noticed, { at })),
    asked(
      reportHistory,
      fc.oneof(
        fc.record({
          ...{ connection_id: fc.constant(connection_id), at },
          ...{ phase: fc.nat({ max: 2 }), progress: fc.nat({ max: 100 }) },
        }),
        varied({ connection_id, declined: { code: 2593109, title: null } }, { at }),
      ),
    ),
    asked(
      changeConnectionThroughput,
      varied({ connection_id, level: null }, { messages_per_second: fc.constantFrom(20, 80), at }),
    ),
    asked(
      changeBusinessProfile,
      varied(
        { connection_id },
        { changed: fc.constantFrom({}, businessProfileChanged.data.changed), at },
      ),
    ),
  ]),
  ...askedTwice(gateway, [
    asked(registerGateway, varied({ ...registered, gateway_id }, { at })),
    asked(
      changeGateway,
      varied(
        { gateway_id },
        {
          address: fc.constantFrom(undefined, 'http://one:1', 'http://two:2'),
          max_sessions: fc.constantFrom(undefined, 0, 5),
          secret_refs: fc.constantFrom(undefined, {}, { api_key: 'a' }),
          at,
        },
      ),
    ),
    asked(
      changeGatewayStatus,
      varied(
        { gateway_id, reason: null },
        { status: fc.constantFrom('answering' as const, 'silent' as const), at },
      ),
    ),
    asked(removeGateway, varied({ gateway_id }, { sessions: fc.constantFrom(0, 1), at })),
  ]),
  ...askedTwice(connectionNumber, [
    asked(claimNumber, varied(claimed, { account_id: ids, connection_id: ids, at })),
    asked(releaseNumber, fc.record({ connection_id: ids, at })),
  ]),
  ...askedTwice(webhook, [
    asked(
      configureWebhook,
      varied(
        { connection_id, account_id: accountId },
        {
          ...{ webhook_id: ids, url, active: fc.boolean(), at },
          events: fc.subarray(['whatsapp.message.received', 'whatsapp.message.sent']),
          ...{ secret_ref: orNull(ids), compared_with: orNull(ids), drawn_secret_ref: orNull(ids) },
        },
      ),
    ),
    asked(
      deactivateWebhook,
      varied(
        { connection_id },
        {
          reason: fc.constantFrom('requested' as const, 'gone' as const, 'failing' as const),
          ...{ url: orNull(url), at },
        },
      ),
    ),
    asked(noticeFailure, varied({ connection_id }, { url, failing_since: at, at })),
  ]),
  ...askedTwice(deliveryRecovery, [
    asked(
      requestRecovery,
      varied(recovery, { since: at, kept_since: fc.constant('2026-01-02T00:00:00.000Z'), at }),
    ),
    asked(advanceRecovery, varied(recovery, { from: places, through: places, found: places, at })),
    asked(completeRecovery, varied(recovery, { through: places, enqueued: places, at })),
  ]),
]
