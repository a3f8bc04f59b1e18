import { randomUUID } from 'node:crypto'
import type { FactContent } from '@recado/domain/redact-fact'
import { factMessage } from '@recado/projectors/relay/fact-message'
import { test } from 'tap'
import { EVERY_FACT } from '../../examples/every-fact.ts'
import { CHANNELS, channelOf, problemOfMessage } from '../../kit/channels.ts'
import { recorded } from '../../kit/projecting.ts'

const PLENTY = 1024 * 1024
const account_id = randomUUID()
const channels = CHANNELS.filter((channel) => channel.startsWith('events.'))

/** The example in the document for a channel's fact, as the relay publishes it. */
function published(
  channel: string,
  content: FactContent,
  of: { account_id: string; most: number },
) {
  const [, category, type = ''] = channel.split('.')
  const data: object = EVERY_FACT[type as keyof typeof EVERY_FACT]
  const fact = recorded(`${category}-${randomUUID()}`, { type, data }, of)
  const { subject, body } = factMessage(fact, content, of.most)
  return { subject, body: JSON.parse(Buffer.from(body).toString()) }
}

for (const content of ['ids', 'full'] as const)
  test(`every fact is published on its channel as documented, in mode ${content}`, async (t) => {
    t.equal(channels.length, Object.keys(EVERY_FACT).length)
    for (const channel of channels) {
      const { subject, body } = published(channel, content, { account_id, most: PLENTY })
      t.equal(channelOf(subject), channel)
      t.equal(problemOfMessage(channel, body), null, channel)
    }
  })

test('a fact too large for a message and a fact without an account are published as documented', async (t) => {
  const channel = 'events.message.MessageReceived'
  const large = published(channel, 'full', { account_id, most: 700 })
  t.match(large.body, { dataref: /^urn:/, data: undefined })
  t.equal(problemOfMessage(channel, large.body), null)
  const nobodys = published(channel, 'full', { account_id: '', most: PLENTY })
  t.match(nobodys.subject, /^events\.system\./)
  t.equal(channelOf(nobodys.subject), channel)
  t.equal(problemOfMessage(channel, nobodys.body), null)
})

test('a message with an undocumented field is refused, in the envelope and in the data', async (t) => {
  const channel = 'events.funnel.StageAdded'
  const { body } = published(channel, 'full', { account_id, most: PLENTY })
  for (const other of [
    { ...body, more: 1 },
    { ...body, data: { ...body.data, more: 1 } },
    { ...body, type: 'StageMoved' },
    { ...body, revision: 'first' },
  ])
    t.type(problemOfMessage(channel, other), 'string')
})
