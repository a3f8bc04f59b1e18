import { type Statement, sql } from '@recado/infra/postgres/sql'

/** SQL array, for `= any(…)`, of a contact, its survivor, and all others merged into that. */
export function samePerson(contactId: string): Statement {
  return sql`array(select m.id from contacts asked join contacts m on m.survivor_id = asked.survivor_id
    where asked.id = ${contactId})`
}

export function personOfClaim(claimId: string): Statement {
  return sql`array(select m.id from contact_identities i
    join contacts asked on asked.id = i.contact_id join contacts m on m.survivor_id = asked.survivor_id
    where i.id = ${claimId})`
}
