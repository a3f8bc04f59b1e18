import { conversationId, membershipId } from '@recado/application/ids'
import type { ContactIdentityLinked, ContactIdentityUnlinked } from '@recado/domain/contact/events'
import type { Rows } from '../engine/projection.ts'
import { connections } from './connections.ts'
import { contactConnections } from './contact-connections.ts'
import { contacts } from './contact-row.ts'
import { conversations } from './conversation-row.ts'
import { samePerson } from './survivor.ts'

const KIND = 'business_scoped_user_id'

/** The BSUID by which the person is linked on the connection; a person has another one in each portfolio. */
export async function userIdOn(
  rows: Rows,
  { connection_id, contact_id }: { readonly connection_id: string; readonly contact_id: string },
): Promise<string | null> {
  const member = await rows.get(contactConnections, membershipId({ connection_id, contact_id }))
  const reason = member?.via.findLast((one) => one.startsWith(`${KIND} `))
  // The match key of a BSUID is the BSUID.
  return reason?.slice(KIND.length + 1) ?? null
}

/**
 * As `userIdOn`, else the one by which the person is linked on another connection of the business account, else one that
 * a caller gave for no connection; never one that was seen elsewhere only. For those who read no SQL.
 */
export async function userIdNear(
  rows: Rows,
  of: { readonly connection_id: string; readonly contact_id: string },
): Promise<string | null> {
  const here = await userIdOn(rows, of)
  const shown = (await rows.get(contacts, of.contact_id))?.business_scoped_user_id ?? null
  if (here !== null || shown === null) return here
  const members = await rows.find(contactConnections, 'contact_id', of.contact_id)
  if (!members.some(({ via }) => via.includes(`${KIND} ${shown}`))) return shown
  const waba = (await rows.get(connections, of.connection_id))?.waba_id ?? null
  for (const { connection_id } of members) {
    const near = await rows.get(connections, connection_id)
    if (waba === null || near?.waba_id !== waba) continue
    const id = await userIdOn(rows, { ...of, connection_id })
    if (id !== null) return id
  }
  return null
}

/** Shows a BSUID that was linked on a connection in the conversation there. */
export async function applyLinkedUserId(
  rows: Rows,
  { kind, value, connection_id, contact_id }: ContactIdentityLinked['data'],
): Promise<void> {
  if (kind !== KIND || connection_id === null) return
  for (const id of await samePerson(rows, contact_id)) {
    const row = await rows.get(conversations, conversationId({ connection_id, contact_id: id }))
    if (row !== undefined && row.business_scoped_user_id !== value)
      rows.put(conversations, { ...row, business_scoped_user_id: value })
  }
}

/** Replaces a BSUID that the person has given up in all conversations that show it. */
export async function applyUnlinkedUserId(
  rows: Rows,
  { kind, value, contact_id }: ContactIdentityUnlinked['data'],
): Promise<void> {
  if (kind !== KIND) return
  const same = await samePerson(rows, contact_id)
  for (const row of await rows.find(conversations, 'contact_id', same)) {
    if (row.business_scoped_user_id !== value) continue
    const business_scoped_user_id = await userIdOn(rows, { ...row, contact_id })
    rows.put(conversations, { ...row, business_scoped_user_id })
  }
}
