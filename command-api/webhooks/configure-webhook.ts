import { execute } from '@recado/application/commands/execute'
import { Webhook, WebhookConfiguration } from '@recado/contract/webhook'
import { isSupportedEvent, supportedEvents } from '@recado/contract/whatsapp-event-names'
import { configureWebhook } from '@recado/domain/webhook/configure-webhook'
import { webhook } from '@recado/domain/webhook/webhook'
import { type HttpProblem, invalidInput, notFound } from '@recado/infra/http/http-problem'
import { addressPolicy } from '@recado/infra/http-client/public-address'
import { refusedWebhookUrl } from '@recado/infra/http-client/webhook-url'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { NAMESPACES, uuidOf } from '@recado/infra/uuid-v5'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import { commandContext } from '../request-context.ts'
import { route } from '../route.ts'
import { newestPosition, shownWebhook } from './shown-webhook.ts'
import { storeSecret } from './webhook-secret.ts'

const DESCRIPTION = `Replaces the whole configuration: omitted events become [], omitted active becomes true, the secret stays unless another one is sent. A replaced secret signs beside the new one for 24 hours.

Each delivery is a POST with the header \`x-service-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "{t}.{body}">\`, keyed with the whole secret as text; during a rotation there are two v1. Test vector: secret \`whsec_test_secret\`, t \`1767225600\`, body \`{"type":"whatsapp.message.received","n":1}\` gives v1 \`4076938140e946c84c35ff2c19d779f0d07204398e9e062e4ae984c71cff8d6a\`. The headers of Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature) come along, keyed with the base64 decoded part behind whsec_ (a secret without that prefix: as text).

webhook-id is the event's id, the same on every attempt: drop what you have seen. Any 2xx within 15 seconds counts as delivered; else it is tried again after 5 s, 1 m, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h. 410 pauses the webhook.`

type Configuration = z.output<typeof WebhookConfiguration>

export const configureWebhookRoute = route({
  method: 'PUT',
  operationId: 'configureWebhook',
  url: '/webhooks',
  summary: "Configure a connection's webhook",
  description: DESCRIPTION,
  body: WebhookConfiguration,
  requestExamples: {
    all: {
      summary: 'Every structured event',
      value: {
        connection_id: '9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01',
        url: 'https://crm.example/recado',
      },
    },
    some: {
      summary: 'Two events, with a secret of your own',
      value: {
        connection_id: '9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01',
        url: 'https://crm.example/recado',
        events: ['whatsapp.message.received', 'whatsapp.message.failed'],
        active: true,
        secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX',
      },
    },
  },
  problems: [404],
  reply: { 200: z.object({ data: Webhook }), 201: z.object({ data: Webhook }) },
  async handle(input, deps) {
    const { account, body } = input
    const connection = deps.registry.connection(body.connection_id)
    if (connection?.account_id !== account.id) return notFound()
    const problem = problemOf(body, connection, deps)
    if (problem !== null) return problem
    const context = commandContext(input, deps)
    const command = await commandOf(body, account.id, context.now().toISOString(), deps)
    const order = { aggregate: webhook, id: connection.id, decide: configureWebhook }
    const done = await execute(deps, { ...order, command, context })
    if (done.refused !== undefined || done.state === null)
      return invalidInput('secret is needed; send one')
    const isNew = done.revision !== null && BigInt(done.events.length) > done.revision
    return {
      status: isNew ? 201 : 200,
      body: { data: await shownWebhook(done.state, connection.id, account.id, deps.vault) },
      position: done.position ?? (await newestPosition(connection.id, deps)),
    }
  },
})

async function commandOf(body: Configuration, account_id: string, at: string, deps: CommandDeps) {
  const { connection_id, url, active, secret } = body
  const known = deps.registry.webhook(connection_id)
  return {
    webhook_id: uuidOf(NAMESPACES.delivery, 'webhook', connection_id),
    connection_id,
    account_id,
    url,
    events: [...new Set(body.events)],
    active,
    ...(await storeSecret(deps.vault, account_id, known, secret)),
    at,
  }
}

function problemOf(
  { url, events }: Configuration,
  { type }: ConnectionEntry,
  { config }: CommandDeps,
): HttpProblem | null {
  const refused = refusedWebhookUrl(url, addressPolicy(config.WEBHOOK_ALLOWED_SUBNETS))
  if (refused !== null) return invalidInput(`url ${refused}`)
  const foreign = events.find((event) => !isSupportedEvent(type, event))
  if (foreign === undefined) return null
  return invalidInput(
    `events: ${foreign} is no event of a connection of type ${type}; these are: ${supportedEvents(type).join(', ')}`,
  )
}
