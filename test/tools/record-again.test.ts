import { randomUUID } from 'node:crypto'
import { intentsOf, type WholeRawEvent } from '@recado/application/intake/raw-event'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { PROVIDERS } from '@recado/infra/providers/providers'
import { recordAgain } from '@recado/tools/replay/record-again'
import { translateWith } from '@recado/translation/translate'
import { test } from 'tap'
import { accountId } from '../examples/account.ts'
import { PERSON_IDS } from '../kit/person-ids.ts'
import { readLog } from './read-log.ts'
import { textsReceived } from './texts-received.ts'

test('what went wrong with an intent is reported of this intent', async (t) => {
  const translate = translateWith(PROVIDERS)
  const endless = 'x'.repeat(5_000)
  const raw = textsReceived(accountId, randomUUID(), ['One', endless]) as WholeRawEvent
  const tasks = intentsOf(PERSON_IDS, translate, raw)
  t.equal(tasks.length, 2)
  const store = {
    ...readLog([]),
    ping: async () => true,
    append: async () => ({ revision: 0n, position: 1n }),
  } as unknown as EventStore
  const { signal } = new AbortController()
  const note = () => undefined
  const faults = await recordAgain(
    { store, personIds: PERSON_IDS, translate, notify: false, signal, note },
    tasks,
  )
  t.same([...faults.keys()], [1])
  t.match(faults.get(1), /BoundBroken/)
})
