import { type ImportMessage, importMessage } from '@recado/domain/imported-message/import-message'
import { importedMessage } from '@recado/domain/imported-message/imported-message'
import { attemptSend } from '@recado/domain/message/attempt-send'
import { type DeferSend, deferSend } from '@recado/domain/message/defer-send'
import { giveUpSend } from '@recado/domain/message/give-up-send'
import { leaveUnresolved } from '@recado/domain/message/leave-unresolved'
import { markRead } from '@recado/domain/message/mark-read'
import { message } from '@recado/domain/message/message'
import { receiveContent } from '@recado/domain/message/receive-content'
import { receiveMessage } from '@recado/domain/message/receive-message'
import { recordAccepted } from '@recado/domain/message/record-accepted'
import { recordRefused } from '@recado/domain/message/record-refused'
import { releaseSend } from '@recado/domain/message/release-send'
import { requestSend } from '@recado/domain/message/request-send'
import { retranslateMessage } from '@recado/domain/message/retranslate-message'
import { providerMessage } from '@recado/domain/provider-message/provider-message'
import { reportStatus } from '@recado/domain/provider-message/report-status'
import fc from 'fast-check'
import { statusReported, textReceived } from '../../examples/conversation-facts.ts'
import { EVERY_FACT } from '../../examples/every-fact.ts'
import {
  acceptance,
  busy,
  closed,
  ids,
  messageSendRequested,
  oneTimePassword,
  run,
  sendWaiting,
} from '../message/a-send.ts'
import { asked, askedTwice } from './asked.ts'
import { times as at, orNull, varied } from './values.ts'

const attempt = fc.nat({ max: 3 })
const ended = { attempt, claimed: fc.boolean(), at }
const intents = fc.constantFrom(messageSendRequested, sendWaiting, oneTimePassword)
const { ImportedMediaReceived: mediaReceived } = EVERY_FACT
const imported = at.chain((recorded_at) =>
  fc.constantFrom<ImportMessage>(
    { type: 'MessageImported', data: { ...EVERY_FACT.MessageImported, recorded_at } },
    { type: 'ImportedMediaReceived', data: { ...mediaReceived, recorded_at } },
  ),
)
const received = textReceived(ids.message_id, 'wamid.IN')
const stub = textReceived(ids.message_id, 'wamid.IN', { message_type: 'unsupported' })
const reported = fc.constantFrom(received, stub, {
  ...received,
  type: 'MessageSentElsewhere' as const,
})
const contents = fc
  .tuple(fc.constantFrom('received' as const, 'sent_elsewhere' as const), fc.boolean())
  .map(([origin, isStub]) => ({ origin, report: (isStub ? stub : received).data }))
/** A run holds a send only after an attempt that it has claimed. */
const putOff: fc.Arbitrary<DeferSend> = fc
  .record({ ...ended, not_before: at, error: orNull(fc.constant(busy)), held: orNull(at) })
  .map(({ held, ...of }) => (held === null || !of.claimed ? of : { ...of, held_until: held }))

const again = fc
  .tuple(fc.constantFrom('received' as const, 'sent_elsewhere' as const), fc.nat({ max: 3 }))
  .map(([origin, reading]) => ({ origin, fact: { ...received.data, reading } }))

export const messages = [
  ...askedTwice(importedMessage, [asked(importMessage, imported)]),
  ...askedTwice(message, [
    asked(
      requestSend,
      intents.map(({ data }) => data),
    ),
    asked(attemptSend, varied({ run }, { at })),
    asked(deferSend, putOff),
    asked(recordAccepted, varied(acceptance, { attempt, at })),
    asked(recordRefused, varied({ error: closed, request: {}, answer: {} }, ended)),
    asked(leaveUnresolved, fc.record({ attempt, at })),
    asked(giveUpSend, fc.record({ at })),
    asked(releaseSend, fc.record({ suspended_to: fc.nat({ max: 3 }), at })),
    asked(receiveMessage, reported),
    asked(markRead, fc.record({ at })),
    asked(retranslateMessage, again),
    asked(receiveContent, contents),
  ]),
  ...askedTwice(providerMessage, [
    asked(
      reportStatus,
      fc
        .tuple(
          fc.constantFrom('sent' as const, 'read' as const, 'failed' as const),
          fc.nat({ max: 9 }),
        )
        .map(([status, seconds]) => statusReported('wamid.A', status, seconds).data),
    ),
  ]),
]
