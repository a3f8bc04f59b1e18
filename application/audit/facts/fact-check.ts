import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { TRANSLATION_VERSION } from '@recado/translation/translation-version'
import { recordedFactId } from '../../ids.ts'
import type { Task } from '../../intake/task.ts'
import { differingFields } from '../compare.ts'
import { difference, type Finding } from '../finding.ts'
import type { StreamReader } from '../stream-reader.ts'

/** What facts are looked up with. */
export type FactCheck = {
  readonly store: Pick<EventStore, 'readStream' | 'readLast'>
  readonly streams: StreamReader
  /** Which send of ours the read models know under a provider message, by the id of its stream. */
  readonly index: { sendOf(providerMessageId: string): Promise<string | null> }
}

/** The id of the nth fact that intake records of an intent; `scope` names what the fact is about. */
export function factId({ cause }: Task, scope: string, n = 0): string {
  return recordedFactId(cause.raw.id, cause.index, scope, n)
}

/** What a fact is about that a newer reading gives of a message. */
export function readingScope(version: number): string {
  return `reading ${version}`
}

/** Which reading of its raw event a fact of intake rests on. */
export function versionOf({ metadata }: RecordedEvent): number {
  return metadata.translation_version ?? 0
}

/** The difference between what a fact holds and what its raw event says today; none of one that another reading made. */
export function compared(
  fact: RecordedEvent,
  { cause }: Task,
  recorded: object,
  told: object,
): readonly Finding[] {
  if (versionOf(fact) !== TRANSLATION_VERSION) return []
  const fields = differingFields(recorded, told)
  if (fields.length === 0) return []
  const detail = `raw event ${cause.raw.id} says another ${fields.join(', ')}`
  return [difference(fact, 'fact_changed', detail)]
}

/** What a raw event says, and no fact does. */
export function missing({ cause, intent }: Task, type: string): readonly Finding[] {
  const detail = `no ${type} says what it tells (intent ${cause.index}, ${intent.kind})`
  return [difference(cause.raw, 'fact_missing', detail)]
}

/** The first event of a stream, or null. */
export async function firstOf({ store }: FactCheck, stream: string): Promise<RecordedEvent | null> {
  for await (const event of store.readStream(stream)) return event
  return null
}
