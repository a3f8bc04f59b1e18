import type { ImportedMessageEvent } from '@recado/domain/imported-message/events'
import { importedMessage } from '@recado/domain/imported-message/imported-message'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Intent } from '@recado/translation/intent'
import { scopeOf } from '../../facts/decisions.ts'
import { streamOf } from '../../ids.ts'
import type { Task } from '../../intake/task.ts'
import type { Finding } from '../finding.ts'
import { changedFactFindings, type FactCheck, factId, missingFactFindings } from './fact-check.ts'

type Imported = Extract<Intent, { kind: 'imported' | 'imported_media' }>

/** A message of the history is recorded once, and its media once, by the first chunk that reports it. */
export async function checkImportedFact(
  check: FactCheck,
  task: Task,
  { kind, imported }: Imported,
): Promise<readonly Finding[]> {
  if (kind === 'imported' && task.keys.length === 0) return []
  const type = kind === 'imported' ? 'MessageImported' : 'ImportedMediaReceived'
  const events = await check.streams.all(streamOf(importedMessage, task.message_id ?? ''))
  const fact = events.find((event) => event.type === type) as
    | RecordedEvent<ImportedMessageEvent>
    | undefined
  if (fact === undefined) return missingFactFindings(task, type)
  if (fact.id !== factId(task, scopeOf('importedMessage'))) return []
  const { connection_id, intent, raw_event_id } = fact.data
  return changedFactFindings(
    fact,
    task,
    { connection_id, intent, raw_event_id },
    {
      connection_id: task.cause.connection_id,
      intent: imported,
      raw_event_id: task.cause.raw.id,
    },
  )
}
