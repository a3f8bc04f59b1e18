/** Publications without an answer. Above this NATS does not keep up, and later deliveries are left to the sweep. */
const MAX_UNANSWERED = 5_000
/** After this long an answer counts as lost, ms. */
const ANSWER_MS = 10_000

export type PendingPublications = {
  published(serial: number): void
  answered(serial: number): void
  isFull(): boolean
  forget(): void
}

/** Opens an empty memory. A lost answer counts as given after a while, so that lost answers do not block for ever. */
export function pendingPublications(now: () => number): PendingPublications {
  const publishedAt = new Map<number, number>()
  const forgetLost = () => {
    for (const [serial, at] of publishedAt) {
      if (now() - at < ANSWER_MS) return
      publishedAt.delete(serial)
    }
  }
  return {
    published: (serial) => void publishedAt.set(serial, now()),
    answered: (serial) => void publishedAt.delete(serial),
    isFull() {
      if (publishedAt.size >= MAX_UNANSWERED) forgetLost()
      return publishedAt.size >= MAX_UNANSWERED
    },
    forget: () => publishedAt.clear(),
  }
}
