const ASIDES: ReadonlySet<string> = new Set(['reaction', 'edit', 'revoke'])

/**
 * Whether messages of a type comment on another one, which their content names: they move neither status, preview nor
 * unread count, and quote nothing besides.
 */
export function isAside(type: string): boolean {
  return ASIDES.has(type)
}
