/**
 * Attempts that the read models may not show yet, so that their deliveries' rows are out of date. An attempt is
 * remembered until the read models have reached the log position of its outcome: forgotten earlier, its delivery
 * would be sent twice. A dispatcher that remembers too many begins no more.
 */
export type RecentAttempts = {
  hasRoom(): boolean
  begin(deliveryId: string, attempt: number): void
  recorded(deliveryId: string, attempt: number, position: bigint): void
  observed(position: bigint): void
  has(deliveryId: string): boolean
}

/** About twenty seconds at full speed, in about 10 MB. Read models further behind, or stuck, hold dispatch back. */
const MAX_ATTEMPTS = 50_000

export function recentAttempts(most = MAX_ATTEMPTS): RecentAttempts {
  const recent = new Map<string, { attempt: number; position: bigint | null }>()
  return {
    hasRoom: () => recent.size < most,
    begin: (id, attempt) => void recent.set(id, { attempt, position: null }),
    recorded(id, attempt, position) {
      // A later attempt of the same delivery may have begun: then only its outcome counts.
      const known = recent.get(id)
      if (known?.attempt === attempt) known.position = position
    },
    observed(position) {
      for (const [id, known] of recent)
        if (known.position !== null && known.position <= position) recent.delete(id)
    },
    has: (id) => recent.has(id),
  }
}
