import type { Intent } from '@recado/translation/intent'
import { test } from 'tap'
import { ana, graphPost, rawOf, textMessage } from './graph-post.ts'
import { translate } from './translate.ts'

const HUGE = 'x'.repeat(1_100_000)
/** Room for a fact beside its metadata, in an append of at most 1 MiB. */
const MAX_BYTES = 800 * 1024

const translated = (value: Record<string, unknown>, field?: string): Intent => {
  const [intent] = translate(rawOf(graphPost(value, field), field))
  if (intent === undefined) throw new Error('the change gives no intent')
  return intent
}
const failed = (errors: readonly object[]) =>
  translated({
    statuses: [{ id: 'wamid.1', status: 'failed', recipient_id: '553187654321', errors }],
  })

test('a status with errors too large for a fact keeps their codes', async (t) => {
  const error = { code: 131026, title: 'Undeliverable', error_data: { details: HUGE } }
  const intent = failed([error])
  t.match(intent, {
    kind: 'status',
    status: { errors: [{ code: 131026, title: 'Undeliverable', truncated: true }] },
  })
  t.ok(JSON.stringify(intent).length < MAX_BYTES)
  const many = failed(Array.from({ length: 40_000 }, () => ({ code: 131026, title: 'Again' })))
  t.match(many, { kind: 'status', status: { errors: [{ code: 131026 }] } })
  t.ok(JSON.stringify(many).length < MAX_BYTES)
})

test('news of a number too large for a fact keep their small fields', async (t) => {
  const value = { event: 'FLAGGED', why: HUGE }
  t.strictSame(translated(value, 'phone_number_quality_update'), {
    kind: 'connection_noticed',
    notice: 'quality',
    value: { event: 'FLAGGED', truncated: true },
  })
  const told_at = '2026-01-01T00:00:00.000Z'
  t.match(translated({ event: 'ACCOUNT_DELETED', why: HUGE }, 'account_update'), {
    kind: 'connection_status',
    details: { event: 'ACCOUNT_DELETED', told_at, truncated: true },
  })
})

test('a call by a person with a very long name can be recorded', async (t) => {
  const calls = [{ id: 'wacid.1', from: '553187654321', timestamp: '1767225600' }]
  const contacts = [{ wa_id: '553187654321', profile: { name: HUGE } }]
  const intent = translated({ calls, contacts }, 'calls')
  t.match(intent, { kind: 'called', call: { provider_call_id: 'wacid.1' } })
  t.ok(JSON.stringify(intent).length < MAX_BYTES)
})

test('what fits is kept as received', async (t) => {
  const error = { code: 131026, error_data: { details: 'x'.repeat(20_000) } }
  t.match(failed([error, error]), { kind: 'status', status: { errors: [error, error] } })
})

const received = (message: Record<string, unknown>, contact: object = ana): Intent =>
  translated({ contacts: [contact], messages: [textMessage('wamid.1', 'Oi', message)] })

test('of a message too large for a fact, the payload is cut first, then the content, then the text', async (t) => {
  const cut = (message: Record<string, unknown>) => {
    const intent = received(message)
    t.ok(JSON.stringify(intent).length < MAX_BYTES)
    return intent
  }
  t.match(cut({ more: HUGE }), {
    kind: 'received',
    message: { text: 'Oi', content: null, payload: { id: 'wamid.1', truncated: true } },
  })
  const button_reply = { id: 'y', title: 'Sim' }
  const interactive = { type: 'button_reply', button_reply, more: HUGE }
  t.match(cut({ type: 'interactive', interactive }), {
    message: { text: 'Sim', content: { type: 'button_reply', button_reply, truncated: true } },
  })
  t.match(cut({ text: { body: HUGE } }), { message: { text: 'x'.repeat(99_000), content: null } })
  t.match(cut({ referral: { source_id: '9', body: HUGE } }), {
    message: { referral: { source_id: '9', truncated: true } },
  })
})

test('a large message that still fits is kept whole', async (t) => {
  const more = 'x'.repeat(900_000)
  const intent = received({ more })
  t.equal(intent.kind === 'received' && JSON.stringify(intent.message.payload).includes(more), true)
})

test('a message of a person with a very long name can be recorded', async (t) => {
  const named = (length: number) => ({ ...ana, profile: { name: 'n'.repeat(length) } })
  const both = received({ text: { body: 'x'.repeat(290_000) } }, named(580_000))
  t.match(both, { kind: 'received', message: { profile_name: 'n'.repeat(99_000) } })
  t.ok(JSON.stringify(both).length < MAX_BYTES)
  t.match(received({ more: HUGE }, named(1_100_000)), { kind: 'received', message: { text: 'Oi' } })
  const fits = named(200_000)
  t.match(received({}, fits), { message: { profile_name: fits.profile.name } })
})
