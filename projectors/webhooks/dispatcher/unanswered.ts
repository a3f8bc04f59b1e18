/** Publications without an answer. Above this NATS does not keep up, and later ones are left to the sweep. */
const MAX_UNANSWERED = 5_000
/** An answer that has not come after this was lost, ms. */
const ANSWER_MS = 10_000

/** Publications that NATS has not acknowledged yet. */
export type Unanswered = {
  published(serial: number): void
  answered(serial: number): void
  /** Whether another publication has to wait for answers. */
  isFull(): boolean
  forget(): void
}

/** Opens a memory without publications; a lost answer counts as given after a while, so that none blocks for ever. */
export function unansweredPublications(now: () => number): Unanswered {
  /** When each was published, the oldest first. */
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
