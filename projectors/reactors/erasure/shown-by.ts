import type { ErasedKind } from '@recado/domain/erasure/events'

/** What a stream of a category shows of a person; others have facts about it, and no rows of their own. */
export const SHOWN_BY: Readonly<Record<string, ErasedKind>> = {
  contact: 'contact',
  conversation: 'conversation',
  message: 'message',
  importedMessage: 'imported_message',
  media: 'media',
  providerMessage: 'provider_message',
  sale: 'sale',
}
