import { connectionsOfAccount } from '@recado/application/read-models/lists/connections'
import type { ListSource } from '../paging/list-source.ts'

/** The beginning of a session's name that keeps accounts apart, which nobody has typed. */
const PREFIX = `(left(replace(t.account_id::text, '-', ''), 12) || '_')`

const NAME = `case when starts_with(t.session, ${PREFIX}) then substr(t.session, length(${PREFIX}) + 1) else t.session end`

const HISTORY = `case when t.history_progress is null and t.history_messages = 0 then 'null'
  else json_build_object(
    'phase', t.history_progress->'phase',
    'progress', t.history_progress->'progress',
    'messages', t.history_messages,
    'completed_at', t.history_progress->'completed_at',
    'declined_at', t.history_progress->'declined_at')::text end`

/** The numbers of an account, each with the name that it was given. */
export const connectionList: ListSource = {
  ...connectionsOfAccount,
  tail: `'"name":' || coalesce(to_json(${NAME})::text, 'null') || ',"history":' || ${HISTORY}`,
  doc: 't.doc',
}
