import { raw, type Statement, sql } from '@recado/infra/postgres/sql'

/**
 * SQL value of the BSUID by which a person is reached on a connection: the one seen in the conversation, else one that
 * was seen on the connection or another one of its business account, else one that a caller gave for no connection. A
 * person has another BSUID in each portfolio, so one that was seen elsewhere only is never used.
 *
 * Use it where `talk` is the conversation, or null, and `person` the contact.
 * @param connectionId SQL value
 */
export function userIdOn(connectionId: Statement): Statement {
  return sql`case when person.business_scoped_user_id is not null then coalesce(
    talk.business_scoped_user_id,
    (select near.business_scoped_user_id from contacts same
       join conversations near on near.contact_id = same.id
       join connections its on its.id = near.connection_id
     where same.survivor_id = person.id and near.business_scoped_user_id is not null
       and ${isNear(connectionId)}
     order by near.last_activity desc limit 1),
    (select substr(reason, length(${KIND}) + 1) from contact_connections member
       join connections its on its.id = member.connection_id,
       jsonb_array_elements_text(member.via) with ordinality as linked(reason, place)
     where member.contact_id = person.id and starts_with(reason, ${KIND}) and ${isNear(connectionId)}
     order by its.id = ${connectionId} desc, place desc limit 1),
    case when not exists (select from contact_connections member
      where member.contact_id = person.id and member.via ? (${KIND} || person.business_scoped_user_id))
    then person.business_scoped_user_id end) end`
}

/** How the identity key of a BSUID begins. */
const KIND = raw(`'business_scoped_user_id '`)

function isNear(connectionId: Statement): Statement {
  return sql`(its.id = ${connectionId}
    or its.waba_id = (select waba_id from connections where id = ${connectionId}))`
}
