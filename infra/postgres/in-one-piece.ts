import type pg from 'pg'

/** The part of a client of `pg` that its types leave out. */
type Connected = { readonly connection?: { readonly stream: { cork(): void; uncork(): void } } }

/**
 * Sends the statements that `begin` begins on a pipelining client as one piece, where each would be a write of its own:
 * dearer than what it carries, for us and for Postgres.
 */
export function inOnePiece<T>(client: pg.ClientBase, begin: () => T): T {
  const stream = (client as Connected).connection?.stream
  stream?.cork()
  try {
    return begin()
  } finally {
    stream?.uncork()
  }
}
