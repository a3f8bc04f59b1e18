import { load } from '@recado/application/commands/load'
import { streamOf, webhookId } from '@recado/application/ids'
import { webhook as exampleWebhook } from '@recado/contract/example-values'
import { Webhook, WebhookConfiguration } from '@recado/contract/webhook'
import { configureWebhook, mayRotate } from '@recado/domain/webhook/configure-webhook'
import { MAX_PREVIOUS_SECRETS } from '@recado/domain/webhook/previous-secrets'
import { webhook } from '@recado/domain/webhook/webhook'
import { HttpProblem, invalid, invalidInput, unavailable } from '@recado/infra/http/http-problem'
import { connectionInUse } from '@recado/infra/http/require-connection'
import { ATTEMPT_SECONDS, RETRY_SCHEDULE } from '@recado/infra/http-client/delivery-times'
import { addressPolicy } from '@recado/infra/http-client/public-address'
import { standardKey } from '@recado/infra/http-client/standard-key'
import { webhookUrlFault } from '@recado/infra/http-client/webhook-url'
import { listedNames } from '@recado/infra/providers/native-names'
import { providerOf } from '@recado/infra/providers/provider-of'
import { PROVIDERS } from '@recado/infra/providers/providers'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import { commandRoute } from '../routing/command-route.ts'
import { shownWebhook } from './shown-webhook.ts'
import { unsupportedEvent } from './unsupported-event.ts'
import { storeSecret } from './webhook-secret.ts'

const RETRY_WORDS = RETRY_SCHEDULE.replace(/,([^,]+)$/, ' and $1')
  .replaceAll(',', ', ')
  .replaceAll(/(\d)([smh])/g, '$1 $2')

const DESCRIPTION = `Replaces the whole configuration: omitted events become [], omitted active becomes true, and the secret stays unless you send another one. A replaced secret signs beside the new one for 24 hours, so at most ${MAX_PREVIOUS_SECRETS} are replaced in a day.

Each delivery is a POST with the header \`x-service-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "{t}.{body}">\`, keyed with the whole secret as text; during a rotation there is one v1 for each secret. Test vector: secret \`whsec_test_secret\`, t \`1767225600\`, body \`{"type":"whatsapp.message.received","n":1}\` gives v1 \`4076938140e946c84c35ff2c19d779f0d07204398e9e062e4ae984c71cff8d6a\`. It also carries the headers of Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature), keyed with the base64-decoded part of the secret after whsec_; a secret without that prefix is the key as text.

webhook-id is the event's id, the same on every attempt: ignore ids that you have already processed. Any 2xx within ${ATTEMPT_SECONDS} seconds counts as delivered; otherwise Recado tries again after ${RETRY_WORDS}, unless the operator has set other waits. 410 pauses the webhook.

Recado reports each status once, in the order in which WhatsApp sends it. WhatsApp guarantees no order, so \`delivered\` may follow \`read\`. The event shows the message's current state, which never moves back.`

/** The field with all valid names, for the OpenAPI document. */
const events = WebhookConfiguration.shape.events.describe(
  `An empty list means all structured events. List \`webhook.failing\` to be told when another webhook of the account fails, \`contact.erased\` to be told which contacts were erased, and \`log.sealed\` to get the checkpoints that prove your account's facts. List a native event name to receive the provider's raw payload; on a freemium connection, \`message\` stands for each \`message.any\` of a message that the business did not write. ${nativeNames()}`,
)

function nativeNames(): string {
  const named = [...PROVIDERS.values()].map(
    (provider) => `${capitalise(provider.type)}: ${listedNames(provider).join(', ')}.`,
  )
  return named.join(' ')
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

type Configuration = z.output<typeof WebhookConfiguration>

export const configureWebhookRoute = commandRoute({
  method: 'PUT',
  operationId: 'configureWebhook',
  url: '/webhooks',
  summary: "Configure a connection's webhook",
  description: DESCRIPTION,
  body: z.object({ ...WebhookConfiguration.shape, events }),
  requestExamples: {
    all: {
      summary: 'Every structured event',
      value: {
        connection_id: exampleWebhook.connection_id,
        url: exampleWebhook.url,
      },
    },
    some: {
      summary: 'Two events, with a secret of your own',
      value: {
        connection_id: exampleWebhook.connection_id,
        url: exampleWebhook.url,
        events: ['whatsapp.message.received', 'whatsapp.message.failed'],
        active: true,
        secret: exampleWebhook.secret,
      },
    },
  },
  problems: [404],
  prepare: async ({ account, body }, deps) => {
    const connection = connectionInUse(deps.registry, {
      account_id: account.id,
      connection_id: body.connection_id,
    })
    if (connection instanceof HttpProblem) return connection
    const problem = problemOf(body, connection, deps)
    if (problem !== null) return problem
    const { state } = await load(deps, webhook, streamOf(webhook, connection.id))
    const at = deps.now().toISOString()
    const wanted = { secret: body.secret, mayReplace: state === null || mayRotate(state, at) }
    const secret_refs = await storeSecret(deps.vault, account.id, state ?? undefined, wanted)
    if (secret_refs === null) return rotatedTooOften()
    return { secret_refs, compared_with: state?.secret_ref ?? null }
  },
  aggregate: webhook,
  stream: ({ body }) => body.connection_id,
  command: ({
    account,
    body: { connection_id, url, events, active },
    secret_refs,
    compared_with,
    at,
  }) => ({
    webhook_id: webhookId(connection_id),
    connection_id,
    account_id: account.id,
    url,
    events: [...new Set(events)],
    active,
    ...secret_refs,
    compared_with,
    at,
  }),
  decide: configureWebhook,
  refusals: {
    secret_missing: invalid('secret is required; send one'),
    secret_replaced: () =>
      unavailable('another call has just replaced the secret; send the same again'),
    rotated_too_often: rotatedTooOften,
  },
  reply: { 200: z.object({ data: Webhook }), 201: z.object({ data: Webhook }) },
  status: ({ isNew }) => (isNew ? 201 : 200),
  answer: async ({ state, body, account }, { vault }) => ({
    data: await shownWebhook(
      state,
      { connection_id: body.connection_id, account_id: account.id },
      vault,
    ),
  }),
})

function rotatedTooOften(): HttpProblem {
  return invalidInput(
    `secret was replaced ${MAX_PREVIOUS_SECRETS} times within 24 hours, and each replaced secret still signs for 24 hours; keep the current one for now`,
  )
}

function problemOf(
  { url, events, secret }: Configuration,
  { type }: ConnectionEntry,
  { config, providers }: CommandDeps,
): HttpProblem | null {
  const refused = webhookUrlFault(url, addressPolicy(config.WEBHOOK_ALLOWED_SUBNETS))
  if (refused !== null) return invalidInput(`url ${refused}`)
  if (secret !== undefined && standardKey(secret).length === 0)
    return invalidInput('secret must have a base64 key after whsec_')
  return unsupportedEvent('events', events, providerOf(providers, type))
}
