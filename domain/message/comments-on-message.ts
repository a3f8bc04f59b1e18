const COMMENT_TYPES: ReadonlySet<string> = new Set(['reaction', 'edit', 'revoke'])

/**
 * Whether a type comments on another message, named in its content. It changes neither status, preview nor unread
 * count.
 */
export function commentsOnMessage(type: string): boolean {
  return COMMENT_TYPES.has(type)
}
