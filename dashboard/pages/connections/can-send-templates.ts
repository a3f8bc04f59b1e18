import type { Connection } from '@recado/contract/connection'

/** Whether a number sends templates, which alone may be sent while the window of a conversation is closed. */
export function canSendTemplates({ capabilities }: Pick<Connection, 'capabilities'>): boolean {
  return capabilities.message_types.includes('template')
}
