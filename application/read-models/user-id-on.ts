import { type Statement, sql } from '@recado/infra/postgres/sql'

/**
 * SQL value of the BSUID by which a person is reached on a connection: the one seen in the conversation, else one seen
 * on another number of its business account, else the one shown. A person has another BSUID in each portfolio.
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
       and its.waba_id = (select waba_id from connections where id = ${connectionId})
     order by near.last_activity desc limit 1),
    person.business_scoped_user_id) end`
}
