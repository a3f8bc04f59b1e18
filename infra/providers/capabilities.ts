/** What can be asked of a connection. */
export type Action =
  | 'send'
  | 'mark_read'
  | 'media_upload'
  | 'media_get'
  | 'media_download'
  | 'media_delete'

/** What clients are told that a connection of a provider can do. */
export type Capabilities = {
  /** The provider's name in the API and in the facts of its numbers. */
  readonly provider: string
  readonly message_types: readonly string[]
  readonly actions: readonly Action[]
}
