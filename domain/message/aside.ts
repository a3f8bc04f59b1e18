const ASIDES: ReadonlySet<string> = new Set(['reaction', 'edit', 'revoke'])

/**
 * Whether messages of a type comment on another one, which their content names. They change neither status, preview
 * nor unread count, and have no other message that they reply to.
 */
export function isAside(type: string): boolean {
  return ASIDES.has(type)
}
