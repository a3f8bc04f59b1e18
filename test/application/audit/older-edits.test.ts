import { checkFactsOfTask } from '@recado/application/audit/facts/check-facts-of-task'
import type { FactCheck } from '@recado/application/audit/facts/fact-check'
import { messageId, recordedFactId, streamOf } from '@recado/application/ids'
import { intentsOf, type WholeRawEvent } from '@recado/application/intake/raw-event'
import { message } from '@recado/domain/message/message'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { test } from 'tap'
import { accountId } from '../../examples/account.ts'
import { PERSON_IDS } from '../../kit/person-ids.ts'
import { rawEvent, rawOf } from '../../translation/graph-post.ts'
import { translate } from '../../translation/translate.ts'
import { wahaEvent, wahaMessage } from '../../translation/waha-event.ts'

const edited = wahaEvent('message.edited', wahaMessage('Olá', { editedMessageId: '3EB0AA' }))
const raw = rawEvent({ ...rawOf(edited), source: 'freemium' }, accountId) as WholeRawEvent
const older = streamOf(
  message,
  messageId({
    connection_id: accountId,
    provider_message_id: 'edit.3EB0AA.2025-12-31T23:59:59.000Z',
  }),
)

/** The facts in a log in which the edit has the id that an older translation derived. */
function checkWith(fact: string): FactCheck {
  const event = { id: fact, type: 'MessageEdited', metadata: { translation_version: 3 } }
  const eventsOf = (stream: string) =>
    stream === older ? [event as unknown as RecordedEvent<{ type: string; data: object }>] : []
  return {
    store: {
      readStream: async function* (stream: string) {
        yield* eventsOf(stream)
      } as FactCheck['store']['readStream'],
      readLast: async () => null,
    },
    streams: {
      all: async (stream) => eventsOf(stream),
      first: async (stream) => eventsOf(stream)[0] ?? null,
    },
    personIds: PERSON_IDS,
    index: { sendOf: async () => null },
  }
}

test('an edit that an older translation recorded under another id is not missing', async (t) => {
  const [task] = intentsOf(PERSON_IDS, translate, raw)
  if (task === undefined) return t.fail('the edit gives an intent')
  t.same(
    await checkFactsOfTask(
      checkWith(recordedFactId({ raw_event_id: raw.id, intent: 0, scope: 'message', n: 0 })),
      task,
    ),
    [],
  )
  t.match(await checkFactsOfTask(checkWith('the fact of another edit'), task), [
    { what: 'fact_missing' },
  ])
})
