/** How far the read models are, as one process knows it. */
export type ReadModels = {
  /**
   * Waits until the read models have passed a position of the log, at most `withinMs`.
   * @returns false when they had not in time, or at once when their announced lag already exceeds the bound
   */
  waitFor(position: bigint, withinMs: number): Promise<boolean>
  /** Calls a listener whenever they are heard to have moved, which news that get lost may keep from us. @returns what ends it */
  onMoved(listener: () => void): () => void
  /** The last position heard of; null before the first. */
  position(): bigint | null
  close(): Promise<void>
}
