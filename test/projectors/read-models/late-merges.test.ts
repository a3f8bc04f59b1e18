import { randomUUID } from 'node:crypto'
import { type Test, test } from 'tap'
import { accountId } from '../../examples/account.ts'
import { conversationOpened, phoneLinked, textReceived } from '../../examples/conversation-facts.ts'
import { at } from '../../examples/funnel.ts'
import { saleAttributed, salePaid, saleRecorded } from '../../examples/sale.ts'
import { type Projecting, projecting, recorded } from '../../kit/projecting.ts'
import { projections } from '../../kit/projections.ts'

const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()] as const

/** Histories in which a process that has not seen a merge yet writes facts of the merged contact. */
const late: Readonly<Record<string, (say: Say) => Promise<unknown>>> = {
  'a merge': async (say) => {
    await say(`message-${second}`, textReceived(second, 'wamid.2').type, {
      ...textReceived(second, 'wamid.2').data,
      contact_id: first,
    })
    await buys(say)
    await merge(say, second, third)
    await merge(say, first, second)
  },
  'a message and a sale': async (say) => {
    await merge(say, second, third)
    await merge(say, first, second)
    const { type, data } = textReceived(second, 'wamid.2')
    await say(`message-${second}`, type, { ...data, contact_id: first })
    await buys(say)
  },
}

type Say = (stream: string, type: string, data: object) => Promise<unknown>

const merge = (say: Say, contact_id: string, survivor_id: string) =>
  say(`contact-${contact_id}`, 'ContactMerged', { contact_id, survivor_id, merged_at: at })

const unmerge = (say: Say, contact_id: string, survivor_id: string) =>
  say(`contact-${contact_id}`, 'ContactUnmerged', { contact_id, survivor_id, unmerged_at: at })

async function buys(say: Say): Promise<void> {
  const sale_id = first
  await say(`sale-${sale_id}`, 'SaleRecorded', { ...saleRecorded.data, sale_id })
  const attributed = { ...saleAttributed.data, sale_id, contact_id: first }
  await say(`sale-${sale_id}`, 'SaleAttributed', attributed)
  await say(`sale-${sale_id}`, 'SalePaid', { ...salePaid.data, sale_id })
}

/** Read models that know three contacts. */
async function threePeople(t: Test) {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  const say: Say = (stream, type, data) =>
    read.given(recorded(stream, { type, data }, { account_id: accountId }))
  for (const contact_id of [third, second, first])
    await say(`contact-${contact_id}`, 'ContactCreated', { contact_id, created_at: at })
  return { read, say }
}

for (const [what, happens] of Object.entries(late))
  test(`${what} of a merged contact counts for the contact it was merged into`, async (t) => {
    const { read, say } = await threePeople(t)
    const phone = { ...phoneLinked.data, contact_id: third }
    await say(`contact-${third}`, 'ContactIdentityLinked', phone)
    await happens(say)
    t.strictSame(await livesOn(read), { engaged: true, paid_sales: 1, auto_kind: 'won' })
    t.strictSame(await read.query('select contact_id from sales'), [{ contact_id: third }])
    const opened = { ...conversationOpened.data, contact_id: first }
    await say(`conversation-${opened.conversation_id}`, 'ConversationOpened', opened)
    const talks = await read.query('select contact_phone from conversations')
    t.strictSame(talks, [{ contact_phone: phone.value }])
  })

async function livesOn(read: Projecting) {
  const text = 'select engaged, paid_sales, auto_kind from contacts where id = $1'
  return (await read.query(text, [third]))[0]
}

test('undoing a merge moves the sales of the contacts merged into the separated one along with it', async (t) => {
  const { read, say } = await threePeople(t)
  const { conversation_id } = saleAttributed.data
  const opened = { ...conversationOpened.data, conversation_id, contact_id: first }
  await say(`conversation-${conversation_id}`, 'ConversationOpened', opened)
  await buys(say)
  await merge(say, first, second)
  await merge(say, second, third)
  const apart = { contact_id: second, survivor_id: third, unmerged_at: at }
  await say(`contact-${second}`, 'ContactUnmerged', apart)
  t.strictSame(await read.query('select contact_id from sales'), [{ contact_id: second }])
  const counted = await read.query('select id from contacts where paid_sales = 1')
  t.strictSame(counted, [{ id: second }])
})

test('undoing a merge leaves no connection of the contacts merged into the separated one behind', async (t) => {
  const { read, say } = await threePeople(t)
  const { conversation_id } = saleAttributed.data
  const opened = { ...conversationOpened.data, conversation_id, contact_id: first }
  await say(`conversation-${conversation_id}`, 'ConversationOpened', opened)
  await merge(say, first, second)
  await merge(say, second, third)
  const on = () =>
    read.query('select contact_id from contact_connections where listed_on is not null')
  t.strictSame(await on(), [{ contact_id: third }])
  const apart = { contact_id: first, survivor_id: third, unmerged_at: at }
  await say(`contact-${first}`, 'ContactUnmerged', apart)
  t.strictSame(await on(), [{ contact_id: first }])
})

test('who is taken apart again leaves nobody engaged who never wrote, down to the last survivor', async (t) => {
  const { read, say } = await threePeople(t)
  const engaged = async () =>
    (await read.query<{ id: string }>('select id from contacts where engaged order by id')).map(
      ({ id }) => id,
    )
  const { conversation_id } = conversationOpened.data
  const opened = { ...conversationOpened.data, contact_id: first }
  await say(`conversation-${conversation_id}`, 'ConversationOpened', opened)
  const { type, data } = textReceived(first, 'wamid.1')
  await say(`message-${first}`, type, { ...data, contact_id: first, conversation_id })
  await merge(say, first, second)
  await merge(say, second, third)
  t.strictSame(await livesOn(read), { engaged: true, paid_sales: 0, auto_kind: 'engaged' })
  await unmerge(say, first, second)
  t.strictSame(await livesOn(read), { engaged: false, paid_sales: 0, auto_kind: 'new' })
  await unmerge(say, second, third)
  t.strictSame(await engaged(), [first])
})
