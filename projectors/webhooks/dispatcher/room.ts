import type { EndpointQueueDeps } from './dispatch-queues.ts'
import type { Outcomes } from './outcomes.ts'
import type { RecentAttempts } from './recent-attempts.ts'

export type Room = Pick<EndpointQueueDeps, 'hasRoom' | 'hasRoomToSkip' | 'hasRoomToReadOn'>

/** An outcome needs room until the log has it, and then until the read models show it. */
export function roomIn(
  outcomes: Pick<Outcomes, 'hasRoom' | 'hasRoomToSkip' | 'hasRoomToReadOn'>,
  recent: Pick<RecentAttempts, 'hasRoom'>,
): Room {
  return {
    hasRoom: (underWay) => recent.hasRoom() && outcomes.hasRoom(underWay),
    hasRoomToSkip: (connectionId) => recent.hasRoom() && outcomes.hasRoomToSkip(connectionId),
    hasRoomToReadOn: (connectionId) => recent.hasRoom() && outcomes.hasRoomToReadOn(connectionId),
  }
}
