import { type ConfigureWebhook, configureWebhook } from '@recado/domain/webhook/configure-webhook'
import type {
  WebhookConfigured,
  WebhookEvent,
  WebhookSecretRotated,
} from '@recado/domain/webhook/events'
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

/** The facts of a rotation, in an order in which a reader never signs without the previous secret. */
function rotated(from: string, to: string, time = '09:00', day = '2026-01-01') {
  const at = `${day}T${time}:00.000Z`
  const until = new Date(Date.parse(at) + 24 * 60 * 60 * 1000).toISOString()
  const rotation: WebhookSecretRotated = {
    type: 'WebhookSecretRotated',
    data: {
      ...{ webhook_id: 'w1', connection_id: 'c1', secret_ref: to },
      ...{ previous_secret_ref: from, previous_until: until, rotated_at: at },
    },
  }
  const data = { ...configured.data, secret_ref: to, configured_at: at }
  return [rotation, { ...configured, data }] as const
}

function stateAfter(...rotations: readonly ReturnType<typeof rotated>[]) {
  const facts: readonly WebhookEvent[] = [configured, ...rotations.flat()]
  const state = facts.reduce(webhook.evolve, webhook.initialState)
  if (state === null) throw new Error('a configured webhook has no state')
  return state
}

test('a first configuration uses the secret generated for it', async () => {
  given().when(command).appends(configured)
})

test('a first configuration uses a secret from the caller', async () => {
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

test('a new configuration replaces everything but the id and the secret', async () => {
  given(configured)
    .when({ ...command, webhook_id: 'w2', url: 'https://new.example/', events: [], active: false })
    .appends({
      ...configured,
      data: { ...configured.data, url: 'https://new.example/', events: [], active: false },
    })
})

test('another secret signs at once, and the previous one signs beside it for a day', async () => {
  given(configured)
    .when({ ...command, secret_ref: 's2' })
    .appends(...rotated('s1', 's2'))
})

test('a secret replaced within a day does not shorten the day of the one before', async (t) => {
  const { previous_secrets } = stateAfter(rotated('s1', 's2'), rotated('s2', 's3', '10:00'))
  t.same(previous_secrets, [
    { secret_ref: 's2', until: '2026-01-02T10:00:00.000Z' },
    { secret_ref: 's1', until: '2026-01-02T09:00:00.000Z' },
  ])
  const later = stateAfter(rotated('s1', 's2'), rotated('s2', 's3', '10:00', '2026-01-03'))
  t.same(
    later.previous_secrets.map(({ secret_ref }) => secret_ref),
    ['s2'],
    'an expired secret does not sign',
  )
})

test('a secret can be replaced only as often in a day as secrets may sign beside it', async () => {
  const ten = Array.from({ length: 10 }, (_, n) => rotated(`s${n + 1}`, `s${n + 2}`))
  const another = { ...command, secret_ref: 's12', compared_with: 's11' }
  given(configured, ...ten.flat())
    .when(another)
    .refuses('rotated_too_often')
  given(configured, ...ten.flat())
    .when({ ...another, at: '2026-01-02T09:00:00.000Z' })
    .appends(...rotated('s11', 's12', '09:00', '2026-01-02'))
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

test('a secret that was compared with an outdated one is refused', async () => {
  given(configured)
    .when({ ...command, secret_ref: 's3', compared_with: 's0' })
    .refuses('secret_replaced')
})
test('as many other events are a change', async () => {
  const events = ['whatsapp.message.sent']
  given(configured)
    .when({ ...command, events, at: '2026-01-02T09:00:00.000Z' })
    .appends({
      ...configured,
      data: { ...configured.data, events, configured_at: '2026-01-02T09:00:00.000Z' },
    })
})
