import { type Ids, membershipId } from '@recado/application/ids'
import { contactsOfConnection } from '@recado/application/read-models/lists/contacts'
import type { Rows } from '../engine/projection.ts'
import { table } from '../engine/table.ts'
import { contacts } from './contact-row.ts'
import { keepList, totalOf } from './keep-list.ts'

type ContactConnectionRow = {
  readonly id: string
  readonly contact_id: string
  readonly connection_id: string
  /** Reasons: keys of linked identities, `conversation`, and `merged <contact>` for what a merged contact brought. */
  readonly via: readonly string[]
  readonly listed_on: string | null
  readonly pos: number
  readonly stage_id: string | null
  readonly auto_kind: string | null
}

export const contactConnections = table<ContactConnectionRow>({
  name: 'contact_connections',
  lists: [keepList(contactsOfConnection)],
  denormalised: { from: contacts, by: 'contact_id', columns: ['stage_id', 'auto_kind'] },
})

type Membership = { readonly contact_id: string; readonly connection_id: string | null }

/** Adds a reason why the contact is on the connection. A merged contact passes it to its survivor. */
export async function joinConnection(
  rows: Rows,
  { contact_id, connection_id }: Membership,
  reason: string,
): Promise<void> {
  if (connection_id === null) return
  const id = membershipId({ connection_id, contact_id })
  const row = await rows.get(contactConnections, id)
  if (row?.via.includes(reason)) return
  const into = row === undefined ? (await rows.get(contacts, contact_id))?.merged_into : null
  const listed_on = into == null ? connection_id : null
  const before = row ?? { ...membership({ contact_id, connection_id }), listed_on }
  rows.put(contactConnections, { ...before, via: [...before.via, reason] })
  if (into != null)
    await joinConnection(rows, { contact_id: into, connection_id }, mergedFrom(contact_id))
}

function membership(ids: Ids<'contact_id' | 'connection_id'>): ContactConnectionRow {
  const place = { listed_on: ids.connection_id, pos: 0 }
  return { id: membershipId(ids), ...ids, via: [], ...place, stage_id: null, auto_kind: null }
}

/** Removes a reason from all connections of a contact. Without a reason the contact is not on a connection. */
export async function leaveConnections(
  rows: Rows,
  { contact_id, reason }: Ids<'contact_id' | 'reason'>,
): Promise<void> {
  for (const row of await rows.find(contactConnections, 'contact_id', contact_id)) {
    const via = row.via.filter((other) => other !== reason)
    if (via.length === 0) rows.remove(contactConnections, row.id)
    else if (via.length < row.via.length) rows.put(contactConnections, { ...row, via })
  }
}

/** Removes a merged contact from its connections' lists and puts its survivor on all of them. */
export async function handOverConnections(
  rows: Rows,
  { from, to }: Ids<'from' | 'to'>,
): Promise<void> {
  for (const row of await rows.find(contactConnections, 'contact_id', from)) {
    rows.put(contactConnections, { ...row, listed_on: null })
    await joinConnection(
      rows,
      { contact_id: to, connection_id: row.connection_id },
      mergedFrom(from),
    )
  }
}

export async function takeBackConnections(
  rows: Rows,
  { from, to }: Ids<'from' | 'to'>,
): Promise<void> {
  for (const { connection_id } of await rows.find(contactConnections, 'contact_id', to))
    await leaveSurvivors(rows, { contact_id: from, connection_id }, to)
  for (const row of await rows.find(contactConnections, 'contact_id', from))
    rows.put(contactConnections, { ...row, listed_on: row.connection_id })
}

/** Removes what came with a contact from the contact it was merged into, and from that contact's own survivors. */
async function leaveSurvivors(
  rows: Rows,
  { contact_id, connection_id }: Pick<ContactConnectionRow, 'contact_id' | 'connection_id'>,
  to: string,
): Promise<void> {
  const row = await rows.get(contactConnections, membershipId({ connection_id, contact_id: to }))
  if (!row?.via.includes(mergedFrom(contact_id))) return
  const via = row.via.filter((reason) => reason !== mergedFrom(contact_id))
  if (via.length > 0) return rows.put(contactConnections, { ...row, via })
  rows.remove(contactConnections, row.id)
  const into = (await rows.get(contacts, to))?.merged_into
  if (into != null) await leaveSurvivors(rows, row, into)
}

export function needsOfMembership({ contact_id, connection_id }: Membership) {
  if (connection_id === null) return []
  return [
    [
      contactConnections,
      membershipId({ connection_id, contact_id }),
      { in: contacts, id: contact_id },
    ],
    totalOf(contactsOfConnection, connection_id),
  ] as const
}

function mergedFrom(contactId: string): string {
  return `merged ${contactId}`
}
