import { randomUUID } from 'node:crypto'
import { type Test, test } from 'tap'
import { projecting, recorded } from '../../../kit/projecting.ts'
import { projections } from '../../../kit/projections.ts'
import { deliveriesOf } from './deliveries-of.ts'
import { world } from './facts.ts'

const LATER = '2026-12-01T09:00:00.000Z'

/** Two webhooks of one account; the second one lists the notice. */
async function twoWebhooks(t: Test) {
  const projector = await projecting(projections)
  t.teardown(() => projector.close())
  const [failing, watching] = [world(LATER), world(LATER)]
  const { account_id, connection_id, webhook_id } = failing
  const of = { account_id, at: LATER }
  const first = failing.configured({ events: ['webhook.failing'] })
  const told = watching.configured({ account_id, events: ['webhook.failing'] })
  const metadata = { ...told.metadata, account_id }
  await projector.given(first, { ...told, metadata })
  const fact = (type: string, data: object, at = LATER) =>
    recorded(
      `webhook-${connection_id}`,
      { type, data: { webhook_id, connection_id, ...data } },
      { ...of, at },
    )
  const posted = async () =>
    (await deliveriesOf(projector, watching)).map(({ payload }) => JSON.parse(payload))
  const own = () => deliveriesOf(projector, failing)
  return { projector, fact, posted, own, failing, watching }
}

test('a webhook that failed for days or is gone is reported to the others, one that was paused is not', async (t) => {
  const { projector, fact, posted, own, failing } = await twoWebhooks(t)
  const off = (reason: string) => fact('WebhookDeactivated', { reason, deactivated_at: LATER })
  await projector.given(
    off('failing'),
    failing.configured(),
    off('gone'),
    failing.configured(),
    off('requested'),
  )
  t.match(
    (await posted()).map(({ type, data }) => ({ type, ...data })),
    [
      { type: 'webhook.failing', active: false, reason: 'failing' },
      { type: 'webhook.failing', active: false, reason: 'gone' },
    ],
  )
  t.same(await own(), [])
})

test('what was switched off before the event existed is no news', async (t) => {
  const { projector, fact, posted } = await twoWebhooks(t)
  const before = '2026-11-01T09:00:00.000Z'
  const data = { reason: 'failing', deactivated_at: before }
  await projector.given(fact('WebhookDeactivated', data, before))
  t.same(await posted(), [])
})

test('a failure counts as noticed until an attempt succeeds or the webhook gets another address', async (t) => {
  const { projector, fact, failing } = await twoWebhooks(t)
  const queue = async () => {
    const text =
      'select failing_since, failing_noticed, switched_off from endpoint_queues where id = $1'
    return (await projector.query(text, [failing.connection_id]))[0]
  }
  const notice = () => fact('WebhookFailureNoticed', { failing_since: LATER, noticed_at: LATER })
  const fails = { failing_since: null, failing_noticed: false, switched_off: null }
  await projector.given(notice())
  t.strictSame(await queue(), { ...fails, failing_noticed: true })
  await projector.given(failing.configured({ url: 'https://crm.example/other' }))
  t.strictSame(await queue(), fails)
})

test('an erasure is told once, to every webhook that lists it, whatever arrives late', async (t) => {
  const projector = await projecting(projections)
  t.teardown(() => projector.close())
  const [one, other, third] = [world(LATER), world(LATER), world(LATER)]
  const { account_id } = one
  const listing = (of: typeof one, events: readonly string[]) => {
    const told = of.configured({ account_id, events: [...events] })
    return { ...told, metadata: { ...told.metadata, account_id } }
  }
  const contact_id = randomUUID()
  const fact = (stream: string, type: string, data: object) =>
    recorded(
      `${stream}-${contact_id}`,
      { type, data: { contact_id, ...data } },
      { account_id, at: LATER },
    )
  const end = (more: object) =>
    fact('erasure', 'PersonErased', { keys: 1, erased_at: LATER, ...more })
  await projector.given(
    listing(one, ['contact.erased']),
    listing(other, ['whatsapp.message.received', 'contact.erased']),
    listing(third, []),
    fact('contact', 'ContactCreated', { created_at: LATER }),
    fact('contact', 'ContactErased', { erased_at: LATER }),
    fact('erasure', 'PersonalDataListed', { listed_at: LATER, recipients: [] }),
    end({}),
    end({ arrivals: 1 }),
  )
  const told = async (of: typeof one) =>
    (await deliveriesOf(projector, of)).map(({ payload }) => JSON.parse(payload))
  for (const of of [one, other])
    t.match(await told(of), [
      { type: 'contact.erased', connection_id: null, data: { contact_id, erased_at: LATER } },
    ])
  t.equal((await told(one)).length + (await told(other)).length, 2)
  t.same(await told(third), [])
})

test('a checkpoint is told to those that list it, one that was signed before the event existed is not', async (t) => {
  const projector = await projecting(projections)
  t.teardown(() => projector.close())
  const [one, other] = [world(LATER), world(LATER)]
  const { account_id } = one
  const signed = (tree: string, size: number, at: string) => {
    const checkpoint = `api.example/log/${tree}\n${size}\nAA==\n\n— api.example/log/${tree} AA==\n`
    const data = { size, root: 'AA==', checkpoint, signed_at: at }
    const fact = recorded(`seal-${tree}`, { type: 'CheckpointSigned', data }, { account_id, at })
    const owner = tree === 'installation' ? null : tree
    return { ...fact, metadata: { ...fact.metadata, account_id: owner } }
  }
  const begun = recorded(
    `seal-${account_id}`,
    {
      type: 'SealBegun',
      data: { origin: `api.example/log/${account_id}`, public_key: 'x', key: 1, begun_at: LATER },
    },
    { account_id, at: LATER },
  )
  await projector.given(
    one.configured({ events: ['log.sealed'] }),
    other.configured({ events: ['log.sealed'] }),
    begun,
    signed(account_id, 1, '2026-11-01T09:00:00.000Z'),
    signed(account_id, 2, LATER),
    signed('installation', 3, LATER),
  )
  const told = (await deliveriesOf(projector, one)).map(({ payload }) => JSON.parse(payload))
  t.equal(told.length, 1)
  t.match(told[0], {
    ...{ type: 'log.sealed', account_id, connection_id: null, sequence: null },
    data: { origin: `api.example/log/${account_id}`, size: 2, root_hash: 'AA==', signed_at: LATER },
  })
  t.same(await deliveriesOf(projector, other), [], 'it is of another account')
  const erased = { type: 'AccountErased', data: { account_id, erased_at: LATER } }
  await projector.given(recorded(`account-${account_id}`, erased, { account_id, at: LATER }))
  await projector.given(signed(account_id, 4, LATER))
  const stored = await projector.query('select event from outbound_events where account_id = $1', [
    account_id,
  ])
  t.equal(stored.length, 1, 'of an erased account nobody is told')
})
