import { randomUUID } from 'node:crypto'
import { test } from 'tap'
import {
  accepted,
  contactCreated,
  contactId,
  conversationId,
  conversationOpened,
  phoneLinked,
  sendRequested,
} from '../../examples/conversation-facts.ts'
import { projecting } from '../../kit/projecting.ts'
import { projections } from '../../kit/projections.ts'
import { stored } from '../../kit/stored.ts'

/** The contact's row after sends whose provider responses had these `wa_id`s. */
async function known(...answers: (string | null)[]) {
  const read = await projecting(projections)
  const person = [
    stored(`contact-${contactId}`, contactCreated),
    stored(`contact-${contactId}`, phoneLinked),
    stored(`conversation-${conversationId}`, conversationOpened),
  ]
  const facts = answers.flatMap((wa_id) => {
    const id = randomUUID()
    const sent = accepted(id, `wamid.${id}`)
    return [sendRequested(id), { ...sent, data: { ...sent.data, wa_id } }].map((fact) =>
      stored(`message-${id}`, fact),
    )
  })
  await read.given(...person, ...facts)
  const [row] = await read.query<{ phone: string; wa_id: string | null }>(
    'select phone, wa_id from contacts',
  )
  await read.close()
  return row
}

test("the number as the provider writes it is stored beside the contact's phone", async (t) => {
  t.same(await known('5531987654321'), { phone: '553187654321', wa_id: '5531987654321' })
})

test('a newer response replaces the number, and a response without one leaves it', async (t) => {
  t.match(await known('5531987654321', '553187654321'), { wa_id: '553187654321' })
  t.match(await known('5531987654321', null), { wa_id: '5531987654321' })
})

test('the number of a second line does not become that of the first', async (t) => {
  t.match(await known('5511977776666'), { wa_id: null })
})
