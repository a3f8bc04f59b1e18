/** How far the read models are, as this process knows it. */
export type ReadModels = {
  /**
   * Resolves to true when the read models reach the position in time, else to false; at once if their announced lag is
   * longer than the time.
   * @param accountId whose rows must have reached it; null: those of every account
   */
  waitFor(position: bigint, withinMs: number, accountId: string | null): Promise<boolean>
  /** Calls a listener after progress; an announcement may get lost. @returns the function that removes the listener */
  onMoved(listener: () => void): () => void
  /** How far they are for every account; null before the first announcement. */
  position(): bigint | null
  /**
   * The announced age of the newest event that they show, ms; 0 while nothing waits, and without a recent announcement.
   */
  lag(): number
  close(): Promise<void>
}
