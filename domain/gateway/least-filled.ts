/** How full a gateway is. */
export type Filling = {
  /** Null: the gateway that a setting names. */
  readonly id: string | null
  readonly max_sessions: number
  readonly sessions: number
  /** Whether it answered when it was asked last. */
  readonly is_silent: boolean
}

/**
 * The gateway for a new session: the least filled one that has room, by the part of its sessions that it has. One that
 * does not answer is taken only when no other has room. Of equal ones the first.
 * @returns null when none has room
 */
export function leastFilled<Gateway extends Filling>(gateways: readonly Gateway[]): Gateway | null {
  const roomy = gateways.filter(hasRoom)
  const answering = roomy.filter(({ is_silent }) => !is_silent)
  return (answering.length > 0 ? answering : roomy).reduce<Gateway | null>(
    (least, one) => (least === null || isLessFilled(one, least) ? one : least),
    null,
  )
}

export function hasRoom({ sessions, max_sessions }: Filling): boolean {
  return sessions < max_sessions
}

/** Products instead of quotients, so that equal parts are equal numbers. */
function isLessFilled(one: Filling, other: Filling): boolean {
  return one.sessions * other.max_sessions < other.sessions * one.max_sessions
}
