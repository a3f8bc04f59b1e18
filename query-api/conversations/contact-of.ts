/**
 * SQL expression for the person of a row with a `conversation_id`, as conversations show it now: an object with id, name
 * and phone as JSON, or null for a row that is about no person. A conversation has the name of the person that its
 * contact was merged into, and follows each change of it.
 * @param row an alias in the statement
 */
export function contactOf(row: string): string {
  return `(select to_json(person) from (
    select c.contact_id as id, c.contact_name as name, c.contact_phone as phone
    from conversations c where c.id = ${row}.conversation_id) person)`
}

/** The field `contact` of the rows of a list, for its tail. */
export const CONTACT_FIELD = `'"contact":' || coalesce(${contactOf('t')}::text, 'null')`
