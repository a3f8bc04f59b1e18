import { connectionsOfAccount } from '@recado/application/read-models/lists/connections'
import type { ListSource } from '../paging/list-source.ts'

/** The beginning of a session's name that keeps accounts apart, which nobody has typed. */
const PREFIX = `(left(replace(t.account_id::text, '-', ''), 12) || '_')`

const NAME = `case when starts_with(t.session, ${PREFIX}) then substr(t.session, length(${PREFIX}) + 1) else t.session end`

/** The numbers of an account, each with the name that it was given. */
export const connectionList: ListSource = {
  ...connectionsOfAccount,
  tail: `'"name":' || coalesce(to_json(${NAME})::text, 'null')`,
  doc: 't.doc',
}
