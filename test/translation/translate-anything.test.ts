import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { ProviderEventReceived } from '@recado/domain/provider-event/events'
import fc from 'fast-check'
import { test } from 'tap'
import { problemOfMessageIntent } from '../kit/channels.ts'
import { ana, graphPost, rawOf, textMessage } from './graph-post.ts'
import { translate } from './translate.ts'
import { wahaEvent } from './waha-event.ts'

const FIELDS = [
  ...['messages', 'calls', 'smb_message_echoes', 'user_preferences', 'user_id_update'],
  ...['smb_app_state_sync', 'account_update', 'account_alerts', 'history', 'constructor'],
]
const EVENTS = [
  ...['message', 'message.any', 'message.ack', 'message.reaction', 'message.edited'],
  ...['message.revoked', 'session.status', '__proto__'],
]

/** Names that the translation reads, so that odd values are where it looks. */
const KEYS = [
  ...['entry', 'changes', 'field', 'value', 'messages', 'statuses', 'contacts', 'calls', 'id'],
  ...['message_echoes', 'user_preferences', 'state_sync', 'from', 'to', 'type', 'text', 'body'],
  ...['timestamp', 'system', 'interactive', 'image', 'reaction', 'edit', 'revoke', 'context'],
  ...['referral', 'group_id', 'errors', 'status', 'wa_id', 'user_id', 'profile', 'payload'],
  ...['_data', 'message', 'Message', 'key', 'Info', 'location', 'vCards', 'media', 'replyTo'],
  ...['contactMessage', 'contactsArrayMessage', 'listResponseMessage', 'externalAdReply'],
  ...['contextInfo', 'ephemeralMessage', 'ack', 'fromMe', 'before', 'after', 'me', 'event'],
]

const anything = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'json' },
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom('553187654321', 'BR.1', '900001@lid', 'text', 'image', 'system', 'edit'),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('json'), { maxKeys: 6 }),
  ),
})).json

const officialValue = fc
  .tuple(fc.constantFrom(...FIELDS), anything)
  .map(([field, value]) => graphPost(value as Record<string, unknown>, field))
const freemium = fc
  .tuple(fc.constantFrom(...EVENTS), anything)
  .map(([event, payload]) => wahaEvent(event, payload as Record<string, unknown>))

/** A random raw event as read from the log. */
const rawEvents = fc
  .tuple(
    fc.constantFrom('official' as const, 'freemium' as const),
    fc.oneof(anything, officialValue, freemium),
  )
  .map(([source, payload]) =>
    JSON.parse(JSON.stringify({ ...rawOf(payload as object), source })),
  ) as fc.Arbitrary<ProviderEventReceived['data']>

test('for any raw event, the intents are plain JSON and always the same', async (t) => {
  fc.assert(
    fc.property(rawEvents, (raw) => {
      const before = JSON.stringify(raw)
      const once = translate(raw)
      assert.equal(JSON.stringify(raw), before, 'the raw event is left as it was')
      // The intents contain nothing that a fact cannot hold: no undefined, no NaN, no Date.
      assert.deepEqual(JSON.parse(JSON.stringify(once)), once)
      assert.deepEqual(translate(JSON.parse(before)), once)
    }),
    { numRuns: 1_500 },
  )
  t.pass('every random raw event was translated twice alike')
})

const TYPES = [
  ...['text', 'image', 'location', 'contacts', 'interactive', 'reaction', 'button', 'order'],
  ...['edit', 'revoke', 'unsupported', 'template', 'sticker', 'group_invite'],
]
const oddMessage = fc
  .tuple(fc.constantFrom(...TYPES), anything, anything, anything)
  .map(([type, content, context, referral]): object => ({
    ...textMessage('wamid.odd'),
    ...{ type, [type]: content, context, referral },
  }))

test('for any message, the intent satisfies the schema of its fact', async (t) => {
  fc.assert(
    fc.property(oddMessage, (message) => {
      const raw = rawOf(graphPost({ contacts: [ana], messages: [message] }))
      for (const intent of translate(JSON.parse(JSON.stringify(raw))))
        if ('message' in intent) assert.equal(problemOfMessageIntent(intent.message), null)
    }),
    { numRuns: 1_000, examples: [[{ ...textMessage('1'), type: 'contacts', contacts: ['a'] }]] },
  )
  t.pass('every message satisfied the schema')
})

test('malformed items beside a message do not change its intent', async (t) => {
  const good = textMessage('wamid.good')
  const [expected] = translate(rawOf(graphPost({ contacts: [ana], messages: [good] })))
  fc.assert(
    fc.property(fc.array(anything), fc.array(anything), anything, (before, after, odd) => {
      const value = { contacts: [ana], messages: [...before, good, ...after] }
      const post = graphPost(value)
      const [entry] = post.entry
      const changes = [odd, { field: 'messages', value: odd }, ...(entry?.changes ?? [])]
      const payload = { ...post, entry: [odd, { changes: odd }, { ...entry, changes }] }
      const told = translate(rawOf(JSON.parse(JSON.stringify(payload))))
      return told.some((intent) => isDeepStrictEqual(intent, expected))
    }),
    { numRuns: 1_000 },
  )
  t.pass('the message was translated alike among all of it')
})
