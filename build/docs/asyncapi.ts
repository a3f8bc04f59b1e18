import { mapValues, type Schema } from './schema.ts'

/** A message with the subject it is published to; `{account}` and other names in braces stand for any token. */
export type Channel = {
  readonly id: string
  readonly address: string
  readonly stream: string
  readonly title: string
  readonly description: string
  readonly contentType: string
  readonly payload: Schema
  readonly examples: readonly unknown[]
}

const PARAMETERS: Readonly<Record<string, string>> = {
  account: 'Id of the account; `system` where there is none.',
  connection: 'Id of the connection.',
  event: 'The provider’s name for its event, with `_` for characters that a subject cannot hold.',
}

/** The AsyncAPI 3.1 document of the messages published to NATS. @param schemas the schemas payloads refer to */
export function asyncapiDocument(
  channels: readonly Channel[],
  schemas: Readonly<Record<string, Schema>>,
) {
  const byId = Object.fromEntries(channels.map((channel) => [channel.id, channel]))
  return {
    asyncapi: '3.1.0',
    info: INFO,
    defaultContentType: 'application/json',
    servers: { nats: NATS },
    channels: mapValues(byId, channelOf),
    operations: mapValues(byId, ({ title }, id) => ({
      action: 'send',
      channel: { $ref: `#/channels/${id}` },
      summary: title,
      messages: [{ $ref: `#/channels/${id}/messages/${id}` }],
    })),
    components: { messages: mapValues(byId, messageOf), schemas },
  }
}

const INFO = {
  title: 'Recado events',
  version: '1.1.0',
  description:
    'The messages that Recado publishes to NATS JetStream. The stream WHATSAPP holds, below `whatsapp.>`, the bodies that are posted to webhooks, sealed for its own processes: what is described here is what they open, and post; the stream EVENTS holds, below `events.>`, every fact of the log as a CloudEvent.',
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
}

const NATS = {
  host: '127.0.0.1:4222',
  protocol: 'nats',
  description: 'NATS with JetStream, as NATS_URL names it.',
}

function channelOf({ id, address, stream, title, description }: Channel) {
  const names = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return {
    address,
    title,
    description,
    messages: { [id]: { $ref: `#/components/messages/${id}` } },
    parameters: Object.fromEntries(
      names.map((name) => [name, { description: PARAMETERS[name] ?? name }]),
    ),
    'x-jetstream-stream': stream,
  }
}

function messageOf({ id, title, description, contentType, payload, examples }: Channel) {
  return {
    name: id,
    title,
    summary: description,
    contentType,
    payload,
    ...(examples.length === 0
      ? {}
      : { examples: examples.map((example) => ({ payload: example })) }),
  }
}
