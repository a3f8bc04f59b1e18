import { checkFactsOfTask } from '@recado/application/audit/facts/check-facts-of-task'
import type { FactCheck } from '@recado/application/audit/facts/fact-check'
import type { Finding } from '@recado/application/audit/finding'
import type { IntakeProgress } from '@recado/application/audit/intake-progress'
import { judgeFindings } from '@recado/application/audit/judge-findings'
import { intentsOf, type WholeRawEvent, withPayload } from '@recado/application/intake/raw-event'
import type { Task } from '@recado/application/intake/task'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { PROVIDERS } from '@recado/infra/providers/providers'
import { jsonBytes } from '@recado/translation/bounded-fields'
import type { Translate } from '@recado/translation/intent'
import { LRUCache } from 'lru-cache'
import type { LogIndex } from './log-index.ts'

/** What the raw events of a log imply. */
export type RawFacts = {
  /** Compares the facts of a raw event with those that the current translation gives. */
  check(raw: WholeRawEvent): Promise<readonly Finding[]>
  /** The tasks of a raw event by its id. */
  tasksOf(id: string, near: RecordedEvent): Promise<TasksOfRaw>
}

/** `none` when the log has no such raw event, `unknown` when its provider is, `erased` when a person in it was. */
export type TasksOfRaw = readonly Task[] | 'none' | 'unknown' | 'erased'

type Deps = {
  readonly check: FactCheck
  readonly index: Pick<LogIndex, 'rawEvent'>
  readonly progress: IntakeProgress
  readonly translate: Translate
}

const MAX_REMEMBERED_BYTES = 64 * 1024 * 1024

/** Translates raw events again, and remembers recent translations for the facts that follow. */
export function rawFacts({ check, index, progress, translate }: Deps): RawFacts {
  const remembered = new LRUCache<string, readonly Task[]>({
    maxSize: MAX_REMEMBERED_BYTES,
    sizeCalculation: (tasks) => 256 * (tasks.length + 1) + jsonBytes(tasks[0]?.cause.raw.data),
  })
  const tasksFrom = (raw: WholeRawEvent): readonly Task[] | 'unknown' | 'erased' => {
    if (raw.erased === true) return 'erased'
    const tasks = remembered.get(raw.id) ?? translateRaw(check, translate, raw)
    if (tasks !== 'unknown') remembered.set(raw.id, tasks)
    return tasks
  }
  return {
    async check(raw) {
      const findings: Finding[] = []
      const tasks = tasksFrom(raw)
      // Proving the signature reports this already.
      if (typeof tasks === 'string') return []
      for (const task of tasks)
        findings.push(...(await judgeFindings(progress, task, () => checkFactsOfTask(check, task))))
      if (findings.length === 0) return []
      // Of a raw event that was repeated on another day, in other bytes, the first one counts.
      const first = await index.rawEvent(raw.id, raw)
      return first !== null && first.position < raw.position ? [] : findings
    },
    async tasksOf(id, near) {
      const known = remembered.get(id)
      if (known !== undefined) return known
      const raw = await index.rawEvent(id, near)
      if (raw === null) return 'none'
      return tasksFrom(await withPayload(check.store, raw))
    },
  }
}

function translateRaw(
  { personIds }: FactCheck,
  translate: Translate,
  raw: WholeRawEvent,
): readonly Task[] | 'unknown' {
  return PROVIDERS.has(raw.data.source) ? intentsOf(personIds, translate, raw) : 'unknown'
}
