import type { Hostility } from '../hostility.ts'
import { writeFirstEvent } from '../log/first-event.ts'
import type { Ring } from '../log/ring.ts'
import { WeakCache } from '../log/weak-cache.ts'
import { Writer } from '../log/writer.ts'
import { LOG_START } from '../protocol/recorded.ts'
import { openSession } from '../storage/session.ts'

/** Milliseconds a new leader waits for the previous leader's session to end. */
const SUCCESSION_TIMEOUT_MS = 3_000

/** The leadership of a node: a follower has no writer. */
export type Leadership = {
  /** null while the node follows. */
  writer(): Writer | null
  begin(): Promise<void>
}

/** A node begins as a follower. @param lost called when a leader's session breaks */
export function startAsFollower(of: {
  databaseUrl: string
  ring: Ring
  hostility: Pick<Hostility, 'weakBytes'>
  lost: () => never
}): Leadership {
  let writer: Writer | null = null
  return {
    writer: () => writer,
    async begin() {
      const session = await openSession(of.databaseUrl, SUCCESSION_TIMEOUT_MS)
      const weak = new WeakCache(of.hostility.weakBytes)
      const begun = new Writer({ session, reopen: of.lost, ring: of.ring, weak })
      of.ring.restart(session.tail.head)
      if (session.tail.end === LOG_START) await writeFirstEvent(begun)
      writer = begun
    },
  }
}
