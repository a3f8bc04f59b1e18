/** Turns on a connection, so that all processes together stay below what its provider bears. */
export type Pacing = {
  /**
   * Waits for a turn.
   * @param perSecond turns a second on this connection
   * @returns false when none comes free within `withinMs`; then none is taken
   */
  take(connectionId: string, perSecond: number, withinMs: number): Promise<boolean>
}
