import assert from 'node:assert/strict'
import type { StatusIntent } from '@recado/domain/provider-message/events'
import { providerMessage } from '@recado/domain/provider-message/provider-message'
import { MAX_REPORTS, reportStatus } from '@recado/domain/provider-message/report-status'
import { statusKey } from '@recado/domain/provider-message/status-key'
import { test } from 'tap'
import { connectionId } from '../../examples/connection.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(providerMessage, reportStatus)

const told = (status: StatusIntent['status'], others: Partial<StatusIntent> = {}) => ({
  connection_id: connectionId,
  intent: {
    provider_message_id: 'wamid.O',
    status,
    provider_timestamp: '2026-01-01T10:00:00.000Z',
    recipient: { phone: '5511', business_scoped_user_id: null },
    biz_opaque_callback_data: null,
    errors: [],
    pricing: null,
    ...others,
  },
  raw_event_id: '3b1f0d2e-0b1c-4c55-9a64-0f3c9d2b1f01',
  recorded_at: '2026-01-01T10:00:01.000Z',
})
const reported = (data: ReturnType<typeof told>) =>
  ({ type: 'MessageStatusReported', data }) as const

test('a status is recorded once', async () => {
  given()
    .when(told('sent'))
    .appends(reported(told('sent')))
  given(reported(told('sent')))
    .when(told('sent'))
    .appends()
})
test('a failure without a reason is recorded once too', async () => {
  given(reported(told('failed')))
    .when(told('failed'))
    .appends()
  given(reported(told('failed', { errors: [{ code: 131047 }] })))
    .when(told('failed'))
    .appends(reported(told('failed')))
})
test('another status, recipient or error is another report', async () => {
  const other = { phone: '5512', business_scoped_user_id: null }
  const failed = (code: number) => told('failed', { errors: [{ code }] })
  for (const [known, next] of [
    [told('sent'), told('read')],
    [told('sent'), told('sent', { recipient: other })],
    [failed(131047), failed(131026)],
  ] as const)
    given(reported(known)).when(next).appends(reported(next))
  given(reported(failed(131047)))
    .when(failed(131047))
    .appends()
})
test('the number of reports on one message is limited', async () => {
  const others = Array.from({ length: MAX_REPORTS }, (_, n) =>
    reported(told('sent', { recipient: { phone: String(n), business_scoped_user_id: null } })),
  )
  given(...others)
    .when(told('read'))
    .appends()
  given(...others.slice(1))
    .when(told('read'))
    .appends(reported(told('read')))
})
test('an error code is compared by its beginning, because it may be a text of any length', async () => {
  const failed = (code: string) => told('failed', { errors: [{ code }] })
  const long = 'x'.repeat(900_000)
  const known = reported(failed(long))
  assert.ok(statusKey(known.data.intent).length < 200)
  given(known)
    .when(failed(`${long}y`))
    .appends()
})
test('an error code that is neither number nor text is ignored', async () => {
  const failed = (code: unknown) => told('failed', { errors: [{ code }] })
  given(reported(failed({ toString: null, valueOf: null })))
    .when(failed({ toString: null }))
    .appends()
})
