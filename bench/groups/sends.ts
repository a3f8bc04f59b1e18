import { randomUUID } from 'node:crypto'
import { type EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import type { CommandContext } from '@recado/application/commands/command-context'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import type { AttemptDeps } from '@recado/application/sending/attempt'
import { intendSend } from '@recado/application/sending/intend-send'
import { appendIntent } from '@recado/application/sending/new-send'
import { recordOutcome } from '@recado/application/sending/record-attempt'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { metadataOf, nowhere } from '../lab/facts.ts'
import { rawClient } from '../lab/raw-events.ts'
import { defineGroup } from '../measuring/group.ts'
import { closedLoop } from '../measuring/loops.ts'
import { ratioAtLeast } from '../report/goal.ts'

const place = nowhere()
const { account_id } = place
const TEXT = 'Bom dia! Seu pedido saiu para entrega.'
const PHONE = '5531987654321'

type Opened = { readonly deps: AttemptDeps; readonly client: EventStoreDBClient }

/** The two appends of a send with all decisions around them, against two bare appends. */
export const sends = defineGroup<Opened>({
  name: 'sends',
  minutes: 1,
  async open({ lab }) {
    const stack = await lab.stack()
    const { store } = connectEventStore(stack.settings.EVENTSTORE_URL)
    lab.after(() => store.close())
    const client = rawClient(lab, stack.settings.EVENTSTORE_URL)
    // For a known person a send only asks the log.
    const deps = { store, cache: aggregateCache(), mutex: streamMutex() } as unknown as AttemptDeps
    return { deps, client }
  },
  rows: [1, 32].map((atATime) => ({
    name: `intent and outcome, ${atATime} at a time`,
    against: 'two appends of the stock client',
    figures: ['rate_per_s'] as const,
    inBench: 'both' as const,
    goals: [ratioAtLeast('rate_per_s', 0.8)],
    sides: ({ deps, client }: Opened) => ({
      ours: closedLoop({ atATime, call: () => send(deps) }),
      raw: closedLoop({ atATime, call: () => rawSend(client) }),
    }),
  })),
})

async function send(deps: AttemptDeps): Promise<void> {
  const found = { target, quotes_own: false }
  const context = newContext()
  const message_id = randomUUID()
  const intent = await intendSend(deps, commandOf(message_id), found, context)
  const requested = await appendIntent(deps, { ...intent, run: account_id }, context, null)
  if (requested === null) throw new Error('a new id was known before')
  const attempt = { ...requested.send, claimed: true }
  await recordOutcome(deps, attempt, { outcome: 'accepted', ...accepted(message_id) }, context)
}

async function rawSend(client: EventStoreDBClient): Promise<void> {
  const message_id = randomUUID()
  const stream = `message-${message_id}`
  const { account_id: _, ...ids } = place
  const at = new Date().toISOString()
  const asked = {
    ...{ ...ids, message_id, message_type: 'text', text: TEXT, content: null },
    ...{ recipient: { phone: PHONE, business_scoped_user_id: null }, reply_to_message_id: null },
    ...{ biz_opaque_callback_data: null, idempotency: null, requested_at: at },
  }
  const sent = { ...ids, message_id, ...accepted(message_id), attempt: 1, sent_at: at }
  const metadata = metadataOf(account_id)
  const [one, two] = [
    jsonEvent({ id: randomUUID(), type: 'MessageSendRequested', data: asked, metadata }),
    jsonEvent({ id: randomUUID(), type: 'MessageSent', data: sent, metadata }),
  ]
  await client.appendToStream(stream, one, { expectedRevision: NO_STREAM })
  await client.appendToStream(stream, two, { expectedRevision: 0n })
}

function accepted(message_id: string) {
  const wamid = `wamid.${message_id}`
  return {
    provider_message_id: wamid,
    wa_id: PHONE,
    business_scoped_user_id: null,
    request: { messaging_product: 'whatsapp', to: PHONE, type: 'text', text: { body: TEXT } },
    answer: { messages: [{ id: wamid }] },
  }
}

const target = {
  ...place,
  phone: PHONE,
  business_scoped_user_id: null,
  wa_id: PHONE,
  lid: null,
}

function commandOf(message_id: string) {
  return {
    account_id,
    message_id,
    send: {
      message_type: 'text' as const,
      text: TEXT,
      content: null,
      conversation_id: null,
      connections: [place.connection_id],
      recipient: null,
      reply_to_message_id: null,
      biz_opaque_callback_data: null,
    },
    idempotency: null,
  }
}

function newContext(): CommandContext {
  const id = randomUUID()
  return {
    account_id,
    actor: { type: 'api_key', id: account_id },
    correlation_id: id,
    causation_id: id,
    request_id: id,
    now: () => new Date(),
    newId: () => randomUUID(),
  }
}
