export type ReadModels = {
  /**
   * Resolves to false when the read models do not pass the position in time, at once if their announced lag is
   * longer.
   */
  waitFor(position: bigint, withinMs: number): Promise<boolean>
  /** Calls a listener on progress; an announcement may get lost. @returns the function that ends it */
  onMoved(listener: () => void): () => void
  /** Null before the first announcement. */
  position(): bigint | null
  /** The announced age of the newest event that they show, ms; 0 while nothing waits, and when nobody has told for a while. */
  lag(): number
  close(): Promise<void>
}
