import type {
  WebhookConfigured,
  WebhookDeactivated,
  WebhookFailureNoticed,
} from '@recado/domain/webhook/events'
import { type NoticeFailure, noticeFailure } from '@recado/domain/webhook/notice-failure'
import { webhook } from '@recado/domain/webhook/webhook'
import { test } from 'tap'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(webhook, noticeFailure)
const at = '2026-01-01T10:00:00.000Z'
const failing_since = '2026-01-01T09:00:00.000Z'
const ids = { webhook_id: 'w1', connection_id: 'c1' }
const url = 'https://crm.example/hook'
const configured = (active = true): WebhookConfigured => ({
  type: 'WebhookConfigured',
  data: { ...ids, account_id: 'a1', url, events: [], active, secret_ref: 's1', configured_at: at },
})
const deactivated: WebhookDeactivated = {
  type: 'WebhookDeactivated',
  data: { ...ids, reason: 'failing', deactivated_at: at },
}
const noticed = (since: string): WebhookFailureNoticed => ({
  type: 'WebhookFailureNoticed',
  data: { ...ids, failing_since: since, noticed_at: at },
})
const command: NoticeFailure = { connection_id: 'c1', url, failing_since, at }

test('a failure is noticed once, and a later one again', async () => {
  given(configured()).when(command).appends(noticed(failing_since))
  given(configured(), noticed(failing_since)).when(command).appends()
  given(configured(), noticed(failing_since), configured()).when(command).appends()
  given(configured(), noticed('2026-01-01T08:00:00.000Z'))
    .when(command)
    .appends(noticed(failing_since))
})

test('nothing is noticed of a webhook that is off, or has another address by now', async () => {
  given(configured(), deactivated).when(command).appends()
  given(configured(false)).when(command).appends()
  given(configured())
    .when({ ...command, url: 'https://old.example/' })
    .appends()
  given().when(command).refuses('webhook_not_configured')
})
