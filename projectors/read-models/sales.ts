import { identityClaim } from '@recado/application/contacts/identity-claim'
import type { PersonIds } from '@recado/application/person-ids'
import { salesOfAccount } from '@recado/application/read-models/lists/sales'
import { phoneProblem, type Sale } from '@recado/contract/sale'
import type { ContactMerged, ContactUnmerged } from '@recado/domain/contact/events'
import { applyNotice, type NoticedSale } from '@recado/domain/sale/apply-notice'
import type { SaleEvent, SaleNoticed, SaleRecorded } from '@recado/domain/sale/events'
import { noticeOf, recordedSale } from '@recado/domain/sale/sale'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { type Projection, projection, type Rows } from '../engine/projection.ts'
import { table } from '../engine/table.ts'
import { autoKind } from './auto-kind.ts'
import { contacts } from './contact-row.ts'
import { conversations } from './conversation-row.ts'
import { keepList, totalOf } from './keep-list.ts'
import { survivorOf } from './survivor.ts'

type SaleRow = NoticedSale & {
  readonly id: string
  readonly account_id: string
  readonly source: string
  readonly external_id: string
  readonly phone_claim: string | null
  readonly assumed_claim: string | null
  readonly lacks_country_code: boolean
  readonly conversation_id: string | null
  readonly contact_id: string | null
  readonly recorded_at: string
  readonly account_pos: number
}

export const sales = table<SaleRow>({
  name: 'sales',
  lists: [keepList(salesOfAccount)],
  docs: { doc: saleDoc },
})

function saleDoc(row: SaleRow): Sale {
  return {
    id: row.id,
    source: row.source,
    provider: row.provider,
    status: row.status,
    gross_cents: row.gross_cents,
    fee_cents: row.fee_cents,
    currency: row.currency,
    product_name: row.product_name,
    product_id: row.product_id,
    conversation_id: row.conversation_id,
    phone_problem: phoneProblem(row),
    created_at: row.occurred_at,
  }
}

/** Sales, and on each contact how many are paid. Runs after contacts. */
export function salesProjection(personIds: PersonIds): Projection {
  return projection<SaleEvent | ContactMerged | ContactUnmerged>({
    name: 'sales',
    tables: [sales],
    ddl: new URL('./sales.sql', import.meta.url),
    needs: {
      SaleRecorded: ({ data, metadata }) => [
        [sales, data.sale_id],
        totalOf(salesOfAccount, metadata.account_id),
      ],
      SalePaid: ({ data }) => [[sales, data.sale_id]],
      SaleAmended: ({ data }) => [[sales, data.sale_id]],
      SaleAttributed: ({ data }) => [
        [sales, data.sale_id],
        [contacts, data.contact_id],
      ],
    },
    on: {
      SaleRecorded: async (event, rows) => {
        if ((await rows.get(sales, event.data.sale_id)) === undefined)
          rows.put(sales, newSale(personIds, event))
      },
      SalePaid: applyLaterNotice,
      SaleRefunded: applyLaterNotice,
      SaleChargedBack: applyLaterNotice,
      SaleAmended: applyLaterNotice,
      SaleAttributed: async ({ data: { sale_id, conversation_id, contact_id } }, rows) => {
        await changeOf(rows, sale_id, {
          conversation_id,
          contact_id: await survivorId(rows, contact_id),
        })
      },
      ContactMerged: async ({ data }, rows) => {
        const contact_id = await survivorId(rows, data.contact_id)
        for (const { id } of await rows.find(sales, 'contact_id', data.contact_id))
          await changeOf(rows, id, { contact_id })
      },
      ContactUnmerged: async ({ data: { contact_id, survivor_id } }, rows) => {
        const own = await conversationsOf(rows, contact_id)
        for (const sale of await rows.find(sales, 'contact_id', survivor_id))
          if (own.has(sale.conversation_id ?? '')) await changeOf(rows, sale.id, { contact_id })
      },
    },
  })
}

async function survivorId(rows: Rows, contactId: string): Promise<string> {
  return (await survivorOf(rows, contactId))?.id ?? contactId
}

async function conversationsOf(rows: Rows, contactId: string): Promise<ReadonlySet<string>> {
  const talks = new Set<string>()
  for (const { id } of await rows.find(contacts, 'survivor_id', contactId))
    for (const talk of await rows.find(conversations, 'contact_id', id)) talks.add(talk.id)
  return talks
}

function newSale(personIds: PersonIds, { data, metadata }: RecordedEvent<SaleRecorded>): SaleRow {
  const { sale_id: id, source, external_id, phone, assumed_phone, recorded_at } = data
  const account_id = metadata.account_id as string
  const claimOf = (number: string | null | undefined) =>
    number == null ? null : identityClaim(personIds, account_id, 'phone', number)
  return {
    ...recordedSale(data),
    id,
    account_id,
    source,
    external_id,
    phone_claim: claimOf(phone),
    assumed_claim: claimOf(assumed_phone),
    lacks_country_code: assumed_phone !== undefined,
    conversation_id: null,
    contact_id: null,
    recorded_at,
    account_pos: 0,
  }
}

async function applyLaterNotice(event: RecordedEvent<SaleNoticed>, rows: Rows): Promise<void> {
  const before = await rows.get(sales, event.data.sale_id)
  if (before !== undefined) await change(rows, before, applyNotice(before, noticeOf(event)))
}

async function changeOf(rows: Rows, id: string, changed: Partial<SaleRow>): Promise<void> {
  const before = await rows.get(sales, id)
  if (before !== undefined) await change(rows, before, { ...before, ...changed })
}

async function change(rows: Rows, before: SaleRow, after: SaleRow): Promise<void> {
  if (after === before) return
  rows.put(sales, after)
  if (before.status === 'paid') await countPaid(rows, before.contact_id, -1)
  if (after.status === 'paid') await countPaid(rows, after.contact_id, 1)
}

async function countPaid(rows: Rows, contactId: string | null, by: 1 | -1): Promise<void> {
  const contact = contactId === null ? undefined : await rows.get(contacts, contactId)
  if (contact === undefined) return
  const paid_sales = contact.paid_sales + by
  rows.put(contacts, { ...contact, paid_sales, auto_kind: autoKind({ ...contact, paid_sales }) })
}
