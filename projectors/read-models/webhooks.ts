import type { WebhookConfigured, WebhookEvent } from '@recado/domain/webhook/events'
import { afterRotation } from '@recado/domain/webhook/previous-secrets'
import type { WebhookEntry } from '@recado/infra/registry-entries'
import { projection } from '../engine/projection.ts'
import { rowChanger } from '../engine/row-changer.ts'
import { table } from '../engine/table.ts'

type WebhookRow = WebhookEntry & { readonly created_at: string }

const webhooks = table<WebhookRow>({ name: 'webhooks' })

const change = rowChanger(webhooks)

export const webhooksProjection = projection<WebhookEvent>({
  name: 'webhooks',
  tables: [webhooks],
  ddl: new URL('./webhooks.sql', import.meta.url),
  needs: { WebhookConfigured: ({ data }) => [[webhooks, data.webhook_id]] },
  on: {
    WebhookConfigured: async ({ data }, rows) => {
      const known = await rows.get(webhooks, data.webhook_id)
      rows.put(webhooks, { ...(known ?? newWebhook(data)), ...configurationColumns(data) })
    },
    WebhookDeactivated: ({ data }, rows) => change(rows, data.webhook_id, { active: false }),
    // The deliveries' rows show it.
    WebhookFailureNoticed: null,
    WebhookSecretRotated: ({ data }, rows) =>
      change(rows, data.webhook_id, ({ previous_secrets }) => ({
        secret_ref: data.secret_ref,
        previous_secrets: afterRotation(previous_secrets, data),
      })),
  },
})

function configurationColumns({ url, events, active, secret_ref }: WebhookConfigured['data']) {
  return { url, events, active, secret_ref }
}

function newWebhook(data: WebhookConfigured['data']): WebhookRow {
  const { webhook_id, connection_id, account_id, configured_at } = data
  return {
    id: webhook_id,
    connection_id,
    account_id,
    ...configurationColumns(data),
    previous_secrets: [],
    created_at: configured_at,
  }
}
