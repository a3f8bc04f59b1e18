import { type Statement, sql } from '@recado/infra/postgres/sql'

/**
 * The ids of all contacts that live on as one person, for `= any(…)`: the id itself, the survivor it was merged
 * into, and everybody else merged into that. None when nobody has the id.
 */
export function samePerson(contactId: string): Statement {
  return sql`array(select m.id from contacts asked join contacts m on m.survivor_id = asked.survivor_id
    where asked.id = ${contactId})`
}

/** As samePerson, by the id of a claim. */
export function personOfClaim(claimId: string): Statement {
  return sql`array(select m.id from contact_identities i
    join contacts asked on asked.id = i.contact_id join contacts m on m.survivor_id = asked.survivor_id
    where i.id = ${claimId})`
}
