/** A node of a plan, as EXPLAIN prints it in JSON. */
export type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Recheck Cond'?: string
  readonly 'Join Filter'?: string
  readonly Filter?: string
  readonly Plans?: readonly Plan[]
}

/** A condition that selects one row, or the few rows of one thing. */
const KEY =
  /\b(id|log_id|contact_id|conversation_id|provider_message_id|survivor_id) = (ANY|\$|\(|\w+\.)/
/** A condition that selects one event, or the events of one name. */
const OF_EVENTS = /\b(id|event_key) = /
/** Columns whose values clients choose: another account may have stored the same value a million times. */
const CHOSEN = /\b(biz_opaque_callback_data|request_id) = /
const OF_ONE = /\b(account_id|connection_id) = /
/** A condition that selects a whole account. */
const ACCOUNT = /^\(\(?(\w+\.)?(account_id|listed_in) = [^)]*\)?\)$/

/** The steps of a plan whose cost grows with the table although a key selects the rows. */
export function troublesIn(plan: Plan): string[] {
  const { 'Node Type': node, 'Relation Name': table = '', Filter: filter = '', Plans = [] } = plan
  const condition = plan['Index Cond'] ?? plan['Recheck Cond'] ?? ''
  const own = `${node} ${table} ${condition} filter ${filter}`
  const inner = Plans.flatMap(troublesIn)
  if (table === 'outbound_events' && !OF_EVENTS.test(condition)) return [own, ...inner]
  if (CHOSEN.test(`${condition} ${filter}`) && !OF_ONE.test(condition)) return [own, ...inner]
  if (table === 'users' && condition === '') return [own, ...inner]
  if (node === 'Seq Scan' && (table === 'list_blocks' || KEY.test(filter))) return [own, ...inner]
  if (KEY.test(filter) && ACCOUNT.test(condition)) return [own, ...inner]
  if (plan['Join Filter'] !== undefined && Plans.some(readsBlocks))
    return [`${node} with a join filter ${plan['Join Filter']}`, ...inner]
  return inner
}

function readsBlocks({ 'Relation Name': table, Plans = [] }: Plan): boolean {
  return table === 'list_blocks' || Plans.some(readsBlocks)
}
