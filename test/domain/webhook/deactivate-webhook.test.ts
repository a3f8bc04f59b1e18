import {
  type DeactivateWebhook,
  deactivateWebhook,
} from '@recado/domain/webhook/deactivate-webhook'
import type { WebhookConfigured, WebhookDeactivated } from '@recado/domain/webhook/events'
import { webhook } from '@recado/domain/webhook/webhook'
import { test } from 'tap'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(webhook, deactivateWebhook)

const configured: WebhookConfigured = {
  type: 'WebhookConfigured',
  data: {
    webhook_id: 'w1',
    connection_id: 'c1',
    account_id: 'a1',
    url: 'https://crm.example/hook',
    events: [],
    active: true,
    secret_ref: 's1',
    configured_at: '2026-01-01T09:00:00.000Z',
  },
}
const command: DeactivateWebhook = {
  connection_id: 'c1',
  reason: 'requested',
  url: null,
  at: '2026-01-01T10:00:00.000Z',
}
const deactivated: WebhookDeactivated = {
  type: 'WebhookDeactivated',
  data: {
    webhook_id: 'w1',
    connection_id: 'c1',
    reason: 'requested',
    deactivated_at: '2026-01-01T10:00:00.000Z',
  },
}

test('an active webhook pauses', async () => {
  given(configured).when(command).appends(deactivated)
})

test('a paused webhook stays paused', async () => {
  given(configured, deactivated).when(command).appends()
})

test('a webhook nobody configured cannot be paused', async () => {
  given().when(command).refuses('webhook_not_configured')
})

test('an answer 410 from a previous URL does not pause the webhook', async () => {
  given(configured)
    .when({ ...command, reason: 'gone', url: 'https://old.example/' })
    .appends()
})
