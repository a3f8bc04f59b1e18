import { type ConfigureWebhook, configureWebhook } from '@recado/domain/webhook/configure-webhook'
import type { WebhookConfigured } from '@recado/domain/webhook/events'
import { webhook } from '@recado/domain/webhook/webhook'
import { test } from 'tap'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(webhook, configureWebhook)

const command: ConfigureWebhook = {
  webhook_id: 'w1',
  connection_id: 'c1',
  account_id: 'a1',
  url: 'https://crm.example/hook',
  events: ['whatsapp.message.received'],
  active: true,
  secret_ref: null,
  compared_with: 's1',
  drawn_secret_ref: 's1',
  at: '2026-01-01T09:00:00.000Z',
}

const configured: WebhookConfigured = {
  type: 'WebhookConfigured',
  data: {
    webhook_id: 'w1',
    connection_id: 'c1',
    account_id: 'a1',
    url: 'https://crm.example/hook',
    events: ['whatsapp.message.received'],
    active: true,
    secret_ref: 's1',
    configured_at: '2026-01-01T09:00:00.000Z',
  },
}

test('a first configuration takes the secret drawn for it', async () => {
  given().when(command).appends(configured)
})

test('a first configuration takes the secret that the caller brings', async () => {
  const own = { ...configured, data: { ...configured.data, secret_ref: 's9' } }
  given()
    .when({ ...command, secret_ref: 's9' })
    .appends(own)
})

test('a first configuration without any secret is refused', async () => {
  given()
    .when({ ...command, drawn_secret_ref: null })
    .refuses('secret_missing')
})

test('the same configuration again changes nothing', async () => {
  given(configured)
    .when({ ...command, drawn_secret_ref: 's2' })
    .appends()
})

test('a new configuration replaces all but the id and the secret', async () => {
  given(configured)
    .when({ ...command, webhook_id: 'w2', url: 'https://new.example/', events: [], active: false })
    .appends({
      ...configured,
      data: { ...configured.data, url: 'https://new.example/', events: [], active: false },
    })
})

test('another secret signs at once, the earlier one for a day beside it', async () => {
  given(configured)
    .when({ ...command, secret_ref: 's2' })
    .appends(
      { ...configured, data: { ...configured.data, secret_ref: 's2' } },
      {
        type: 'WebhookSecretRotated',
        data: {
          webhook_id: 'w1',
          connection_id: 'c1',
          secret_ref: 's2',
          previous_secret_ref: 's1',
          previous_until: '2026-01-02T09:00:00.000Z',
          rotated_at: '2026-01-01T09:00:00.000Z',
        },
      },
    )
})

test('a paused webhook is active again when configured so', async () => {
  given(configured, {
    type: 'WebhookDeactivated',
    data: {
      webhook_id: 'w1',
      connection_id: 'c1',
      reason: 'requested',
      deactivated_at: '2026-01-01T10:00:00.000Z',
    },
  })
    .when(command)
    .appends(configured)
})

test('a secret that was compared with one replaced meanwhile ends no signature', async () => {
  given(configured)
    .when({ ...command, secret_ref: 's3', compared_with: 's0' })
    .refuses('secret_replaced')
})
