import type { Decide } from '../decision.ts'
import type { ImportedMediaReceived, ImportedMessageEvent, MessageImported } from './events.ts'
import type { ImportedMessage } from './imported-message.ts'

export type ImportMessage = MessageImported | ImportedMediaReceived

/** Records a message of the history and its media, each once: chunks are repeated, and arrive in any order. */
export const importMessage: Decide<ImportMessage, ImportedMessage, ImportedMessageEvent> = (
  fact,
  { isImported, hasMedia },
) => ((fact.type === 'MessageImported' ? isImported : hasMedia) ? [] : [fact])
