/**
 * Attempts that the read models may not show yet: what Postgres says of these deliveries is old news. Forgotten
 * when the fold has observed the position at which their outcome stands.
 */
export type RecentAttempts = {
  /** An attempt begins, or a delivery is settled without one. */
  begin(deliveryId: string, attempt: number): void
  /** Its outcome stands in the log. */
  recorded(deliveryId: string, attempt: number, position: bigint): void
  /** Everything up to this position is shown. */
  observed(position: bigint): void
  has(deliveryId: string): boolean
}

/** Opens an empty memory of attempts. */
export function recentAttempts(): RecentAttempts {
  const recent = new Map<string, { attempt: number; position: bigint | null }>()
  return {
    begin: (id, attempt) => void recent.set(id, { attempt, position: null }),
    recorded(id, attempt, position) {
      // A later attempt of the same delivery may have begun: it is that one which counts.
      if (recent.get(id)?.attempt === attempt) recent.set(id, { attempt, position })
    },
    observed(position) {
      for (const [id, known] of recent)
        if (known.position !== null && known.position <= position) recent.delete(id)
    },
    has: (id) => recent.has(id),
  }
}
