import type { MessageType } from '@recado/domain/message/events'

export type Action =
  | 'send'
  | 'mark_read'
  | 'media_upload'
  | 'media_get'
  | 'media_download'
  | 'media_delete'

export type Capabilities = {
  /** The provider's name in the API and in the facts of its numbers. */
  readonly provider: string
  readonly message_types: readonly MessageType[]
  readonly actions: readonly Action[]
}
