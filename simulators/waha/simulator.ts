import { seededRandom } from '@recado/infra/random'
import type { Fault } from '../graph-api/faults.ts'
import { newRequestLog, type RequestLog } from '../graph-api/request-log.ts'
import { newSchedule, type Schedule } from '../graph-api/schedule.ts'
import { type Newest, newest } from '../newest.ts'
import { newWebhookPoster, type WebhookPoster } from '../webhook-poster.ts'
import { type Behaviour, ordinaryBehaviour } from './behaviour.ts'
import type { PairingCodes } from './pairing-codes.ts'
import type { Session } from './session.ts'

export type WahaSimulatorOptions = {
  /** The value that calls must carry in X-Api-Key; null: any. */
  apiKey?: string | null
  /** Only answers calls, except that sessions are still paired. */
  plain?: boolean
  behaviour?: Partial<Behaviour>
  sessions?: readonly Session[]
  /** Called with all sessions whenever one has changed, to keep them for the next start. */
  onSessions?: (sessions: readonly Session[]) => void
  seed?: number
}

export type SentMessage = { session: string; chat_id: string; id: string; text: string }

export type WahaSimulator = {
  plain: boolean
  behaviour: Behaviour
  faults: Fault[]
  sessions: Map<string, Session>
  /** The codes of the sessions that wait for a phone. */
  codes: Map<string, PairingCodes>
  keepSessions(): void
  /** Chats of phones that are not on WhatsApp. */
  absent: Set<string>
  /** Hidden ids whose phone cannot be looked up. */
  hidden: Set<string>
  /** Chats by hidden id. */
  lids: Map<string, string>
  sent: Newest<SentMessage>
  requests: RequestLog
  poster: WebhookPoster
  schedule: Schedule
  random: () => number
  close(): Promise<void>
}

/** The state of a simulator; `close` drops scheduled webhooks. */
export function newWahaSimulator(options: WahaSimulatorOptions): WahaSimulator {
  const schedule = newSchedule()
  const plain = options.plain ?? false
  const behaviour = { ...ordinaryBehaviour(plain), ...options.behaviour }
  const sessions = new Map(options.sessions?.map((session) => [session.name, { ...session }]))
  const poster = newWebhookPoster({
    schedule,
    behaviour: () => behaviour,
    isAccepted: (status) => status < 300,
  })
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
    sent: newest(10_000),
    requests: newRequestLog(10_000),
    random: seededRandom(options.seed ?? 1),
    async close() {
      schedule.close()
      await poster.close()
    },
  }
}
