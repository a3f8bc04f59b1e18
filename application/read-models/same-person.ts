import { raw, type Statement, sql } from '@recado/infra/postgres/sql'

/** SQL array, for `= any(…)`, of a contact, its survivor, and all others merged into that. */
export function samePerson(contactId: string): Statement {
  return sql`array(select m.id from contacts asked join contacts m on m.survivor_id = asked.survivor_id
    where asked.id = ${contactId})`
}

/**
 * SQL value: when the person of a conversation last wrote on its connection, also as a contact that was merged with
 * this one. The provider counts its window for each person and number.
 * @param talk the alias of the conversation
 */
export function lastInboundOf(talk: string): Statement {
  return raw(`(select max(near.last_inbound_at) from contacts asked
    join contacts same on same.survivor_id = asked.survivor_id
    join conversations near on near.contact_id = same.id and near.connection_id = ${talk}.connection_id
    where asked.id = ${talk}.contact_id)`)
}

export function personOfClaim(claimId: string): Statement {
  return sql`array(select m.id from contact_identities i
    join contacts asked on asked.id = i.contact_id join contacts m on m.survivor_id = asked.survivor_id
    where i.id = ${claimId})`
}
