import { raw, type Statement, sql } from '@recado/infra/postgres/sql'

/**
 * SQL array, for `= any(…)`, of the ids of a contact, its survivor, and all others that were merged into the survivor.
 */
export function samePerson(contactId: string): Statement {
  return sql`array(select m.id from contacts asked join contacts m on m.survivor_id = asked.survivor_id
    where asked.id = ${contactId})`
}

/**
 * SQL value: when the person of a conversation last wrote on its connection, including as a contact that was merged with
 * this one, because the provider has one window for each person and number.
 * @param talk the alias of the conversation
 */
export function lastInboundOf(talk: string): Statement {
  return raw(`(select max(near.last_inbound_at) from contacts asked
    join contacts same on same.survivor_id = asked.survivor_id
    join conversations near on near.contact_id = same.id and near.connection_id = ${talk}.connection_id
    where asked.id = ${talk}.contact_id)`)
}

/** SQL array of the ids of all contacts of the person that a claim names. */
export function personOfClaim(claimId: string): Statement {
  return sql`array(select m.id from contact_identities i
    join contacts asked on asked.id = i.contact_id join contacts m on m.survivor_id = asked.survivor_id
    where i.id = ${claimId})`
}
