import type { components } from './api.ts'

type Schemas = components['schemas']

/** What webhooks are POSTed and streams bring; `type` tells which of the six events it is. */
export type WhatsappEvent =
  | Schemas['WhatsappMessageEvent']
  | Schemas['WhatsappMessageFailed']
  | Schemas['WhatsappConnectionUpdated']
