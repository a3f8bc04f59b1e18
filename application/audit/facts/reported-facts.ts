import { call } from '@recado/domain/call/call'
import type { CallIntent, CallReceived } from '@recado/domain/call/events'
import { changeConnectionStatus } from '@recado/domain/connection/change-connection-status'
import { type Connection, connection } from '@recado/domain/connection/connection'
import type {
  ConnectionEvent,
  ConnectionNumberLearned,
  ConnectionStatusChanged,
} from '@recado/domain/connection/events'
import { learnConnectionNumber } from '@recado/domain/connection/learn-connection-number'
import { recordConnectionNotice } from '@recado/domain/connection/record-connection-notice'
import { reportHistory } from '@recado/domain/connection/report-history'
import type { Refusal } from '@recado/domain/decision'
import { asRecord, asText, nativeRecord } from '@recado/domain/provider-event/loose-json'
import type { MessageStatusReported, StatusIntent } from '@recado/domain/provider-message/events'
import { providerMessage } from '@recado/domain/provider-message/provider-message'
import { MAX_REPORTS } from '@recado/domain/provider-message/report-status'
import { statusKey } from '@recado/domain/provider-message/status-key'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { ConnectionChange } from '@recado/translation/intent'
import { TRANSLATION_VERSION } from '@recado/translation/translation-version'
import { scopeOf } from '../../facts/decisions.ts'
import { callId, streamOf } from '../../ids.ts'
import type { Task } from '../../intake/task.ts'
import type { Finding } from '../finding.ts'
import {
  changedFactFindings,
  type FactCheck,
  factId,
  missingFactFindings,
  versionOf,
} from './fact-check.ts'
import { checkClaims } from './people.ts'
import { wasSuperfluous } from './superfluous.ts'

/** A status is recorded once, whichever raw event reports it first. */
export async function checkStatusFact(
  check: FactCheck,
  task: Task,
  intent: StatusIntent,
): Promise<readonly Finding[]> {
  const stream = streamOf(providerMessage, task.provider_message_id ?? '')
  const facts = (await check.streams.all(stream)) as readonly RecordedEvent<MessageStatusReported>[]
  const own = facts.find(({ id }) => id === factId(task, scopeOf('status')))
  if (own === undefined) {
    const isReported = facts.some(
      ({ data, erased }) => erased === true || statusKey(data.intent) === statusKey(intent),
    )
    return isReported || facts.length >= MAX_REPORTS
      ? []
      : missingFactFindings(task, 'MessageStatusReported')
  }
  const { recorded_at: _, ...recorded } = own.data
  const { connection_id, raw } = task.cause
  return changedFactFindings(own, task, recorded, { connection_id, intent, raw_event_id: raw.id })
}

/** A call is recorded once, by its first report. */
export async function checkCallFact(
  check: FactCheck,
  task: Task,
  intent: CallIntent,
): Promise<readonly Finding[]> {
  if (task.keys.length === 0) return []
  const { connection_id, raw } = task.cause
  const fact = await check.streams.first(
    streamOf(call, callId({ connection_id, provider_call_id: intent.provider_call_id })),
  )
  if (fact === null) return missingFactFindings(task, 'CallReceived')
  if (fact.id !== factId(task, scopeOf('call'))) return []
  const { connection_id: on, intent: recorded, raw_event_id } = fact.data as CallReceived['data']
  return [
    ...changedFactFindings(
      fact,
      task,
      { connection_id: on, intent: recorded, raw_event_id },
      { connection_id, intent, raw_event_id: raw.id },
    ),
    ...(versionOf(fact) === TRANSLATION_VERSION ? await checkClaims(check, task) : []),
  ]
}

/** A provider's report about the number itself must be recorded, unless it was known. */
export async function checkConnectionFact(
  check: FactCheck,
  task: Task,
  change: ConnectionChange,
): Promise<readonly Finding[]> {
  const { connection_id, raw } = task.cause
  const events = await check.streams.all(streamOf(connection, connection_id))
  const { type, expected, decide } = expectedFact(connection_id, change)
  const fact = events.find(({ id }) => id === factId(task, scopeOf('connection')))
  if (fact !== undefined) {
    const data = fact.data as Readonly<Record<string, unknown>>
    const recorded = Object.fromEntries(Object.keys(expected).map((name) => [name, data[name]]))
    return changedFactFindings(fact, task, { type: fact.type, ...recorded }, { type, ...expected })
  }
  const isSilent = wasSuperfluous(connection, events, raw.position, decide)
  return isSilent || isOvertaken(events, change) ? [] : missingFactFindings(task, type)
}

type ExpectedFact = {
  readonly type: ConnectionEvent['type']
  readonly expected: object
  readonly decide: (state: Connection) => readonly ConnectionEvent[] | Refusal
}

function expectedFact(connection_id: string, change: ConnectionChange): ExpectedFact {
  const at = ''
  switch (change.kind) {
    case 'connection_noticed': {
      const expected = { connection_id, kind: change.notice, value: change.value }
      const decide = (state: Connection) => recordConnectionNotice({ ...expected, at }, state)
      return { type: 'ConnectionNoticed', expected, decide }
    }
    case 'connection_number': {
      const { phone_number, told_at, placement } = change
      const expected = { connection_id, phone_number, ...(told_at !== undefined && { told_at }) }
      const decide = (state: Connection) =>
        learnConnectionNumber({ ...expected, placement, at }, state)
      return { type: 'ConnectionNumberLearned', expected, decide }
    }
    case 'connection_history': {
      const { kind: _, ...report } = change
      const decide = (state: Connection) => reportHistory({ connection_id, ...report, at }, state)
      // Chunks come in any order, and each fact says the furthest of them all.
      return 'declined' in report
        ? { type: 'HistoryDeclined', expected: { connection_id, ...report.declined }, decide }
        : { type: 'HistoryProgressed', expected: { connection_id }, decide }
    }
    case 'connection_status': {
      const { status, reason, details, placement } = change
      const expected = { connection_id, status, reason, details }
      const decide = (state: Connection) =>
        changeConnectionStatus({ ...expected, placement, at }, state)
      return { type: 'ConnectionStatusChanged', expected, decide }
    }
  }
}

/** A gateway's retries come out of order: the report with the latest time counts. */
function isOvertaken(events: readonly RecordedEvent[], change: ConnectionChange): boolean {
  if (change.kind === 'connection_number')
    return events.some(({ type, data }) => {
      const { told_at = '' } = data as Partial<ConnectionNumberLearned['data']>
      const isNumber = type === 'ConnectionNumberLearned' && change.told_at !== undefined
      return isNumber && told_at > change.told_at
    })
  if (change.kind !== 'connection_status') return false
  const reportedAt = asText(nativeRecord(change.details).told_at)
  return events.some((event) => {
    if (event.type !== 'ConnectionStatusChanged') return false
    const { reason, details } = event.data as ConnectionStatusChanged['data']
    const knownAt = asText(asRecord(details).told_at)
    return (
      reason === change.reason && reportedAt !== null && knownAt !== null && knownAt > reportedAt
    )
  })
}
