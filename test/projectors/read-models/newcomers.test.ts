import { randomUUID } from 'node:crypto'
import type { Fact } from '@recado/domain/decision'
import type { Handler } from '@recado/projectors/engine/projection'
import { test } from 'tap'
import { accountId } from '../../examples/account.ts'
import {
  accepted,
  contactCreated,
  contactId,
  conversationId,
  conversationOpened,
  phoneLinked,
  sendRequested,
} from '../../examples/conversation-facts.ts'
import { logOf, type Projecting, projecting, recorded } from '../../kit/projecting.ts'
import { projections } from '../../kit/projections.ts'

test('a first send to a newcomer, with a batch for each step, reads only what another fact may have made', async (t) => {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  await sendToNewcomer(read)
  t.same(await sendToNewcomer(read), {
    claimed: [],
    created: [],
    opened: [],
    requested: [],
    // A status may have come before the acceptance, the history of the number may have the message, and a webhook may count
    // the conversation's events.
    accepted: ['by-id-provider_messages', 'by-id-imported_messages', 'by-id-delivery_sequences'],
  })
  const shown = { contact_phone: '553187654321', last_message_text: 'Bom dia' }
  const text = 'select contact_phone, last_message_text from conversations'
  t.same(await read.query(text), [shown, shown])
  t.same(await read.query('select via from contact_connections'), [BOTH, BOTH])
})

const BOTH = { via: ['phone 5531987654321', 'conversation'] }

/** @returns what each step read */
async function sendToNewcomer(read: Projecting) {
  const [contact, talk, message, claim] = [0, 1, 2, 3].map(() => randomUUID()) as Ids
  const steps = {
    claimed: [[`contactIdentity-${claim}`, claimed(contact)]],
    created: [
      [`contact-${contact}`, contactCreated],
      [`contact-${contact}`, phoneLinked],
    ],
    opened: [[`conversation-${talk}`, conversationOpened]],
    requested: [[`message-${message}`, sendRequested(message)]],
    accepted: [[`message-${message}`, accepted(message, `wamid.${message}`)]],
  } satisfies Record<string, [string, Fact][]>
  const asked: Record<string, readonly string[]> = {}
  const seen = new Map<string, bigint>()
  for (const [step, facts] of Object.entries(steps) as [string, [string, Fact][]][]) {
    const events = facts.map(([stream, fact]) => {
      const revision = seen.get(stream) ?? 0n
      seen.set(stream, revision + 1n)
      return recorded(stream, ofPerson(fact, contact, talk), { account_id: accountId, revision })
    })
    read.reads()
    await read.given(...events)
    asked[step] = read.reads()
  }
  return asked
}

type Ids = [contact: string, talk: string, message: string, claim: string]

function claimed(contact_id: string) {
  const claim = { account_id: accountId, kind: 'phone', match_key: '5531987654321' }
  const claimed_at = '2026-01-01T09:20:00.000Z'
  return { type: 'IdentityClaimed', data: { ...claim, contact_id, claimed_at } } as const
}

/** The example's fact about another person. */
function ofPerson(fact: Fact, contact: string, talk: string): Fact {
  const text = JSON.stringify(fact)
  return JSON.parse(text.replaceAll(contactId, contact).replaceAll(conversationId, talk))
}

test('a person whose facts were parked while the conversation began gets all rows when they are retried', async (t) => {
  let isBroken = true
  const broken = projections.map((one) => {
    const { ContactCreated } = one.on as { ContactCreated?: Handler<never> | null }
    if (one.name !== 'contacts' || !ContactCreated) return one
    const fails: Handler<never> = (event, rows) => {
      if (isBroken) throw new TypeError('simulated')
      return ContactCreated(event, rows)
    }
    return { ...one, on: { ...one.on, ContactCreated: fails } }
  })
  const read = await projecting(broken)
  t.teardown(() => read.close())
  const stream = `contact-${contactId}`
  const log = [contactCreated, phoneLinked].map((fact, n) =>
    recorded(stream, fact, { account_id: accountId, revision: BigInt(n) }),
  )
  const opened = recorded(`conversation-${conversationId}`, conversationOpened, {
    account_id: accountId,
  })
  t.same(await read.given(...log, opened), { parked: 2 })
  isBroken = false
  await read.restart()
  await read.query('update parked_events set retry_asked_at = now()')
  while (await read.retry(logOf(log)));
  const [healed, untroubled] = [read, await projecting(projections)]
  t.teardown(() => untroubled.close())
  await untroubled.given(...log, opened)
  for (const table of ['contacts', 'contact_connections', 'conversations', 'list_totals']) {
    const text = `select * from ${table} order by id`
    const sorted = (rows: { via?: string[] }[]) =>
      rows.map((row) => ({ ...row, ...(row.via && { via: row.via.toSorted() }) }))
    t.same(sorted(await healed.query(text)), sorted(await untroubled.query(text)), table)
  }
})
