import { checkFactsOfTask } from '@recado/application/audit/facts/check-facts-of-task'
import { checkOrigin } from '@recado/application/audit/facts/check-origin'
import type { FactCheck } from '@recado/application/audit/facts/fact-check'
import type { Finding } from '@recado/application/audit/finding'
import { streamReader } from '@recado/application/audit/stream-reader'
import { intentsOf, type RawEvent, type WholeRawEvent } from '@recado/application/intake/raw-event'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { isOfIntake } from '@recado/tools/audit/intake-facts'
import { PERSON_IDS } from '../../kit/person-ids.ts'
import { translate } from '../../translation/translate.ts'

type Recorded = {
  readonly store: EventStore
  readonly log: readonly RecordedEvent[]
  readonly raws: readonly RawEvent[]
}

/** What an audit finds in the facts that intake has recorded of these raw events. */
export async function findingsIn({ store, log, raws }: Recorded): Promise<readonly Finding[]> {
  const check: FactCheck = {
    store,
    streams: streamReader(store),
    personIds: PERSON_IDS,
    index: { sendOf: async () => null },
  }
  const tasksOf = (raw: RawEvent) => intentsOf(PERSON_IDS, translate, raw as WholeRawEvent)
  const found: Finding[] = []
  for (const raw of raws)
    for (const task of tasksOf(raw)) found.push(...(await checkFactsOfTask(check, task)))
  for (const fact of log.filter(isOfIntake)) {
    const raw = raws.find(({ id }) => id === fact.metadata.$causationId)
    found.push(...(await checkOrigin(check, raw === undefined ? [] : tasksOf(raw), fact)))
  }
  return found
}
