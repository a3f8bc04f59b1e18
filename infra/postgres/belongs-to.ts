import { raw, type Statement, sql } from './sql.ts'

/**
 * Condition for a row that its own key finds: it must be the account's. No index can answer it, so that none of the
 * account's own is taken instead of the key's: planned on an empty table both cost the same, and the account's one
 * would be read from end to end for as long as nobody analyses the table.
 */
export function belongsTo(accountId: string, column = 'account_id'): Statement {
  return sql`(${raw(column)} = ${accountId}) is true`
}
