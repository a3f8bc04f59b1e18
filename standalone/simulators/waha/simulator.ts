import type { Fault } from '../graph-api/faults.ts'
import { seededRandom } from '../graph-api/random.ts'
import { newRequestLog, type RequestLog } from '../graph-api/request-log.ts'
import { newSchedule, type Schedule } from '../graph-api/schedule.ts'
import { type Behaviour, ordinaryBehaviour } from './behaviour.ts'
import type { PairingCodes } from './pairing-codes.ts'
import type { Session } from './session.ts'
import { newWahaPoster, type WahaPoster } from './waha-poster.ts'

/** What a simulated WAHA server is made of. */
export type WahaSimulatorOptions = {
  /** What calls must carry in X-Api-Key; null: anything. */
  apiKey?: string | null
  /** Only answers; sessions are paired all the same. */
  plain?: boolean
  behaviour?: Partial<Behaviour>
  /** Sessions that were there before. */
  sessions?: readonly Session[]
  /** Told of all sessions whenever one has changed, to keep them for the next start. */
  onSessions?: (sessions: readonly Session[]) => void
  /** Repeats what chance decides. */
  seed?: number
}

/** A message the simulated WhatsApp has taken. */
export type SentMessage = { session: string; chat_id: string; id: string; text: string }

/** The state behind all routes of one simulator. */
export type WahaSimulator = {
  plain: boolean
  behaviour: Behaviour
  faults: Fault[]
  sessions: Map<string, Session>
  /** Of the sessions that wait for a phone. */
  codes: Map<string, PairingCodes>
  /** Notes that sessions have changed. */
  keepSessions(): void
  /** Chats of phones that are not on WhatsApp. */
  absent: Set<string>
  /** Hidden ids whose phone nobody knows. */
  hidden: Set<string>
  /** Chats by hidden id. */
  lids: Map<string, string>
  sent: SentMessage[]
  requests: RequestLog
  poster: WahaPoster
  schedule: Schedule
  random: () => number
  close(): Promise<void>
}

/** A simulator without routes; `close` forgets what was still to come. */
export function newWahaSimulator(options: WahaSimulatorOptions): WahaSimulator {
  const schedule = newSchedule()
  const plain = options.plain ?? false
  const behaviour = { ...ordinaryBehaviour(plain), ...options.behaviour }
  const sessions = new Map(options.sessions?.map((session) => [session.name, { ...session }]))
  const poster = newWahaPoster(schedule, () => behaviour)
  return {
    plain,
    behaviour,
    sessions,
    poster,
    schedule,
    faults: [],
    codes: new Map(),
    keepSessions: () => options.onSessions?.([...sessions.values()]),
    absent: new Set(),
    hidden: new Set(),
    lids: new Map(),
    sent: [],
    requests: newRequestLog(10_000),
    random: seededRandom(options.seed ?? 1),
    async close() {
      schedule.close()
      await poster.close()
    },
  }
}
