import { type EventStore, isLost, type RecordedEvent } from '@recado/infra/event-store/event-store'
import { TRANSLATION_VERSION } from '@recado/translation/translation-version'
import type { Scope } from '../../facts/decisions.ts'
import { recordedFactId } from '../../ids.ts'
import type { Task } from '../../intake/task.ts'
import type { PersonIds } from '../../person-ids.ts'
import { differingFields } from '../compare.ts'
import { differenceFinding, type Finding } from '../finding.ts'
import type { StreamReader } from '../stream-reader.ts'

/** What a check of facts reads. */
export type FactCheck = {
  readonly store: Pick<EventStore, 'readStream' | 'readLast'>
  readonly streams: StreamReader
  readonly personIds: PersonIds
  /** The id of our send that the read models know under the id of a provider message's stream. */
  readonly index: { sendOf(providerMessageId: string): Promise<string | null> }
}

/** The id of the nth fact of an intent (from 0); `scope` says what the fact is about. */
export function factId({ cause }: Task, scope: Scope, n = 0): string {
  return recordedFactId({ raw_event_id: cause.raw.id, intent: cause.index, scope, n })
}

/** The translation version that a fact of intake rests on. */
export function versionOf({ metadata }: RecordedEvent): number {
  return metadata.translation_version ?? 0
}

/** What differs between a fact and its raw event by today's translation; nothing for a fact of another version. */
export function changedFactFindings(
  fact: RecordedEvent,
  { cause }: Task,
  recorded: object,
  expected: object,
): readonly Finding[] {
  if (isLost(fact) || versionOf(fact) !== TRANSLATION_VERSION) return []
  const fields = differingFields(recorded, expected)
  if (fields.length === 0) return []
  const detail = `raw event ${cause.raw.id} has another ${fields.join(', ')}`
  return [differenceFinding(fact, 'fact_changed', detail)]
}

/** The finding that an intent's fact of a type is missing. */
export function missingFactFindings({ cause, intent }: Task, type: string): readonly Finding[] {
  const detail = `no ${type} is recorded for it (intent ${cause.index}, ${intent.kind})`
  return [differenceFinding(cause.raw, 'fact_missing', detail)]
}
