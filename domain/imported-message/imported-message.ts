import type { Aggregate } from '../decision.ts'
import type { ImportedMessageEvent } from './events.ts'

export type ImportedMessage = { readonly isImported: boolean; readonly hasMedia: boolean }

/** One message of a number's history. Stream: the id that the message has, or would have, as a live one. */
export const importedMessage: Aggregate<ImportedMessage, ImportedMessageEvent> = {
  category: 'importedMessage',
  initialState: { isImported: false, hasMedia: false },
  evolve: (state, { type }) =>
    type === 'MessageImported' ? { ...state, isImported: true } : { ...state, hasMedia: true },
}
