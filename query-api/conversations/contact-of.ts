/**
 * SQL expression for the person of a row with a `conversation_id`, as conversations show it now: an object with id, name
 * and phone as JSON, or null for a row that is about no person. A conversation has the name of the person that its
 * contact was merged into, and follows each change of it.
 * @param row an alias in the statement
 */
export function contactOf(row: string): string {
  return `(select case when c.erased
      then json_build_object('id', c.contact_id, 'name', null, 'phone', null, 'erased', true)
      else json_build_object('id', c.contact_id, 'name', c.contact_name, 'phone', c.contact_phone) end
    from conversations c where c.id = ${row}.conversation_id)`
}

/** The field `contact` of the rows of a list, for its tail. */
export const CONTACT_FIELD = `'"contact":' || coalesce(${contactOf('t')}::text, 'null')`
