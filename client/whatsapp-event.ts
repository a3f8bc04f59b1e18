import type { components } from './api.ts'

type Schemas = components['schemas']

/** The body of a webhook and of an event on a stream; `type` tells which of the seven events it is. */
export type WhatsappEvent =
  | Schemas['WhatsappMessageEvent']
  | Schemas['WhatsappMessageFailed']
  | Schemas['WhatsappConnectionUpdated']
  | Schemas['WebhookFailing']
