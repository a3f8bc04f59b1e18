import { fingerprint } from '@recado/application/sending/fingerprint'
import type { RequestedSend } from '@recado/application/sending/send-request'
import { requestedSend } from '@recado/command-api/messages/send-command'
import { SendText } from '@recado/contract/send-typed'
import { HttpProblem } from '@recado/infra/http/http-problem'
import fc from 'fast-check'
import { test } from 'tap'

const CONNECTION = '7B1C0F5E-0D1F-4C53-9A51-2F5B6F7E0002'

const read = (body: object): RequestedSend => {
  const send = requestedSend(SendText.parse(body), {
    message_type: 'text',
    text: 'a',
    content: null,
  })
  if (send instanceof HttpProblem) throw send
  return send
}
const print = (body: object) => fingerprint(read({ text: 'a', ...body }))

test('a send has one fingerprint, however it is written', async (t) => {
  const one = print({ connection_id: CONNECTION, recipient: { phone: '+55 (11) 91234-5678' } })
  const same = [
    { from: CONNECTION.toLowerCase(), to: '5511912345678' },
    { from: CONNECTION, connection_id: CONNECTION, recipient: { phone: '5511912345678' } },
    { type: 'text', from: CONNECTION, to: '5511912345678', reply_to_message_id: null },
    { to: '5511912345678', biz_opaque_callback_data: '', from: CONNECTION },
  ]
  for (const body of same) t.equal(print(body), one, JSON.stringify(body))
})

test('both forms of a number have one fingerprint, and so has a username in any spelling', async (t) => {
  t.equal(
    print({ from: CONNECTION, to: '5531987654321' }),
    print({ from: CONNECTION, to: '553187654321' }),
  )
  t.not(
    print({ from: CONNECTION, to: '5531932654321' }),
    print({ from: CONNECTION, to: '553132654321' }),
    'a landline is another number',
  )
  t.equal(
    print({ from: CONNECTION, recipient: { username: '@Ana.Reis' } }),
    print({ from: CONNECTION, recipient: { username: 'ana.reis' } }),
  )
})

test('the connection is not part of it, because the record holds the chosen one', async (t) => {
  const to = '5511912345678'
  t.equal(print({ from: CONNECTION, to }), print({ from: '5511333344444', to }))
})

test('another target, correlation or quote is another send', async (t) => {
  const body = { from: CONNECTION, to: '5511912345678' }
  const others = [
    { ...body, to: '5511912345679' },
    { ...body, biz_opaque_callback_data: 'x' },
    { ...body, reply_to_message_id: 'wamid.A' },
    { conversation_id: CONNECTION },
  ]
  t.equal(new Set([body, ...others].map(print)).size, others.length + 1)
})

test('the order of fields never counts, at any depth', async () => {
  const shuffled = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, field]) => [key, shuffled(field)]),
    )
  }
  const base = read({ text: 'a', from: CONNECTION, to: '5511912345678' })
  fc.assert(
    fc.property(fc.object({ maxDepth: 3 }), (content) => {
      const send = { ...base, content }
      return fingerprint(send) === fingerprint(shuffled(send) as RequestedSend)
    }),
    { numRuns: 200 },
  )
})
